/** What a model or a tool may write to make a document do something. Any of it must stay words. */
export const hostile = [
  '<script>window.pwned = 1</script>',
  '<img src="https://evil.example/a.png" onerror="window.pwned = 2">',
  '<svg onload="window.pwned = 3"><use href="https://evil.example/b.svg#x"/></svg>',
  '<iframe src="https://evil.example/c"></iframe><link rel="stylesheet" href="https://evil.example/d.css">',
  '<style>@import "https://evil.example/e.css"; body { background: url(https://evil.example/f.png) }</style>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/g"><base href="https://evil.example/">',
  '![tracker](https://evil.example/h.png) ![](//evil.example/i.png) ![x](data:image/svg+xml;base64,PHN2Zy8+)',
  '[one](javascript:window.pwned=4) [two](JaVaScRiPt:alert(1)) [three](data:text/html,<script>1</script>)',
  '[four](vbscript:x) [five](file:///etc/passwd) [six](  javascript:alert(1)) [seven](&#106;avascript:alert(1))',
  '<a href="javascript:window.pwned=5">eight</a> <javascript:alert(9)> [nine][ref]\n\n[ref]: javascript:window.pwned=6',
  '[ten](https://example.com/" onmouseover="window.pwned=7) [eleven](https://example.com/?a=1&b=2)',
  '```html"><script>window.pwned = 8</script>\n</code></pre><script>window.pwned = 9</script>\n```',
  '$\\href{javascript:window.pwned=10}{x}$ $\\includegraphics{https://evil.example/j.png}$ $\\htmlData{a=b}{x}$',
  '$$\\def\\a{\\a\\a}\\a$$ $\\unknown{<b>}$',
  '`</code><script>window.pwned = 11</script>`',
  '| a | b |\n|---|---|\n| <script>window.pwned = 12</script> | "><img src=x onerror=window.pwned=13> |',
  '<details open ontoggle="window.pwned=14"><summary>x</summary></details>',
  '<math><mtext><table><mglyph><style><img src onerror=window.pwned=15></style></mglyph></table></mtext></math>',
  ']]> --> <!-- <!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]> &e;',
  `${'>'.repeat(5000)} deep`,
  `${'['.repeat(3000)}x${']'.repeat(3000)}`,
  `${'*a '.repeat(3000)}`,
].join('\n\n');

/** A table that is larger than any reader wants. */
export const hugeTable = [
  `|${' column |'.repeat(60)}`,
  `|${' --- |'.repeat(60)}`,
  ...Array.from({ length: 100 }, (_, row) => `|${` ${row} |`.repeat(60)}`),
].join('\n');

/** Deeper than this, lists and quotes are not moved in any more: their words would leave the paper. */
const deepest = 8;
const deep = Array.from({ length: deepest }, () => ':is(li, blockquote)').join(' ');

/** The look of a page that leaves the app: paper and ink as in the app, the system's fonts, light and dark, and paper. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --surface: #fff; --bubble: #f2f1ec; --ink: #22261f; --soft: #545a52; --line: #dfddd6;
  --branch: #1f7a4d; --warn: #8a5a00;
  --keyword: #7a3e9d; --string: #2f6b2f; --comment: #6a6f68; --function: #1d5f99; --constant: #9a4a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1c201d; --surface: #262a27; --bubble: #2e332f; --ink: #e9e7e1; --soft: #b0b5ab; --line: #424843;
    --branch: #6fcf97; --warn: #f0b44c;
    --keyword: #d0a5ee; --string: #9fd49a; --comment: #9aa197; --function: #8cc3f2; --constant: #f0b27a;
  }
}
* { box-sizing: border-box; }
html { background: var(--paper); }
body {
  margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 47.5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Thai", "Noto Sans CJK SC",
    "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", sans-serif;
  overflow-wrap: break-word;
}
h1, h2, h3, h4, h5, h6 { line-height: 1.3; margin: 1.4em 0 0.5em; font-weight: 600; }
h1 { font-size: 1.75rem; margin-top: 0; }
p, ul, ol, blockquote, pre, .table, figure { margin: 0 0 0.9em; }
li > ul, li > ol { margin-bottom: 0.2em; }
.task { list-style: none; }
a { color: var(--branch); }
hr { border: 0; border-top: 1px solid var(--line); margin: 1.5em 0; }
.facts, .map { color: var(--soft); font-size: 0.875rem; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0.15rem 1rem; margin: 0 0 1.5rem; }
.facts dd { margin: 0; }
.map { border: 1px solid var(--line); border-radius: 12px; padding: 0.9rem 1.25rem; margin-bottom: 2rem; }
.map h2 { margin: 0 0 0.4rem; font-size: 1rem; color: var(--ink); }
.map ul { margin: 0; padding-inline-start: 1.2rem; }
.branch { border-top: 2.5px solid var(--branch); padding-top: 0.6rem; margin: 3rem 0 1rem; font-size: 1.375rem; }
.note { color: var(--soft); font-size: 0.875rem; }
article { margin: 0 0 1.75rem; }
article > header { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; margin-bottom: 0.35rem; }
article > header > :first-child { margin: 0; font-size: 0.9375rem; }
article > header > p { margin: 0; color: var(--soft); font-size: 0.8125rem; }
article.user { background: var(--bubble); border-radius: 12px; padding: 0.9rem 1.1rem 0.2rem; }
.plain { white-space: pre-wrap; }
.warn { color: var(--warn); font-size: 0.875rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono", monospace; }
code { font-size: 0.875em; background: var(--bubble); border-radius: 4px; padding: 0.1em 0.3em; }
article.user code { background: var(--surface); }
pre {
  background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 0.75rem 0.9rem;
  font-size: 0.8125rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4;
}
pre code { background: none; padding: 0; font-size: inherit; border-radius: 0; }
.k-keyword { color: var(--keyword); } .k-string, .k-string-expression, .k-inserted { color: var(--string); }
.k-comment { color: var(--comment); } .k-function { color: var(--function); }
.k-constant, .k-parameter, .k-deleted { color: var(--constant); } .k-link { color: var(--branch); }
.k-punctuation { color: var(--soft); }
blockquote { border-inline-start: 3px solid var(--line); margin-inline: 0; padding-inline-start: 1rem; color: var(--soft); }
${deep} :is(ul, ol, blockquote) { padding-inline-start: 0; border: 0; list-style-position: inside; }
table { border-collapse: collapse; font-size: 0.9375rem; }
th, td { border: 1px solid var(--line); padding: 0.35rem 0.6rem; text-align: start; vertical-align: top; overflow-wrap: anywhere; min-width: 4ch; }
th { background: var(--bubble); font-weight: 600; }
.end { text-align: end; } .middle { text-align: center; }
.formula { text-align: center; }
math { font-size: 1.05em; }
figure img { max-width: 100%; height: auto; border-radius: 8px; display: block; }
figcaption { color: var(--soft); font-size: 0.8125rem; margin-top: 0.3rem; }
details, .card { border: 1px solid var(--line); border-radius: 8px; padding: 0.5rem 0.9rem; margin: 0 0 0.9em; background: var(--surface); }
summary, .card > .name { font-size: 0.875rem; font-weight: 600; }
summary { cursor: pointer; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--branch); outline-offset: 2px; }
details[open] > summary { margin-bottom: 0.6rem; }
.card > .name { margin-bottom: 0.4rem; }
.label { color: var(--soft); font-size: 0.8125rem; margin: 0.3rem 0 0.2rem; }
details pre, .card pre { border: 0; padding: 0.4rem 0; margin-bottom: 0.3rem; }
footer { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 0.75rem; color: var(--soft); font-size: 0.8125rem; }
@media print {
  :root {
    color-scheme: light;
    --paper: #fff; --surface: #fff; --bubble: #f3f3f0; --ink: #000; --soft: #444; --line: #bbb; --branch: #155c39; --warn: #6b4500;
    --keyword: #5e2b80; --string: #1f5420; --comment: #555; --function: #154a78; --constant: #7a3a00;
  }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  a { color: inherit; }
  article > header, h1, h2, h3, h4, h5, h6, summary, .label { break-after: avoid; }
  tr, img, .formula { break-inside: avoid; }
  figure img { max-height: 22cm; width: auto; }
  p, li { orphans: 3; widows: 3; }
  article.user { border: 1px solid var(--line); }
}
`;

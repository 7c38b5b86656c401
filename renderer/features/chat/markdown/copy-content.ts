/** What goes on the clipboard: plain text, and HTML for word processors and sheets. */
export interface CopyContent {
  text: string;
  html: string;
}

/** Attributes that mean something outside the app. */
const keptAttributes = new Set([
  'href',
  'scope',
  'start',
  'colspan',
  'rowspan',
  'xmlns',
  'display',
  'encoding',
]);

/** The app's own controls in a drawn message, and what of a formula is for the eye only. */
const notContent = 'button, svg, figcaption, [data-copy="skip"], .katex-html';
const blocks = new Set(
  'P DIV H1 H2 H3 H4 H5 H6 LI UL OL PRE BLOCKQUOTE TR TABLE HR FIGURE SECTION'.split(' '),
);

/** HTML of a drawn message without the app's own controls, classes and styles; formulas as MathML. */
export function cleanHtml(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const control of copy.querySelectorAll(notContent)) control.remove();
  for (const node of copy.querySelectorAll('*')) {
    for (const { name } of [...node.attributes]) if (!keptAttributes.has(name)) node.removeAttribute(name);
  }
  return copy.innerHTML;
}

/** Words of a drawn message without any markup, a line for each block. */
export function plainText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  // A formula is written in TeX, not in the characters it is drawn with.
  for (const control of copy.querySelectorAll(`${notContent}, .katex semantics > mrow`)) control.remove();
  return linesOf(copy)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function linesOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (node.nodeName === 'BR') return '\n';
  const inside = [...node.childNodes].map(linesOf).join('');
  if (node.nodeName === 'TD' || node.nodeName === 'TH') return `${inside.trim()}\t`;
  if (node.nodeName === 'LI') return `\n- ${inside.trim()}\n`;
  if (node.nodeName === 'P') return `\n\n${inside}\n\n`;
  return blocks.has(node.nodeName) ? `\n${inside}\n` : inside;
}

/** A table as tab-separated lines and as an HTML table. */
export function tableContent(table: HTMLTableElement): CopyContent {
  const lines = [...table.rows].map((row) =>
    [...row.cells].map((cell) => plainText(cell).replace(/\s+/g, ' ')).join('\t'),
  );
  return { text: lines.join('\n'), html: `<table>${cleanHtml(table)}</table>` };
}

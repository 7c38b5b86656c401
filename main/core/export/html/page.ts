import type { Attachment, ToolPart } from '#contract';
import {
  beginningOf,
  type DocumentBranch,
  type DocumentFold,
  type DocumentHead,
  type DocumentMessage,
  type DocumentStyle,
  modelName,
  readableInput,
} from '../document.ts';
import { escapeMarkup } from './escape.ts';
import { pageStyle } from './style.ts';

/**
 * Says to a browser what the page itself keeps to: nothing is fetched, nothing runs, and no other site learns that it
 * is open.
 */
const policy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/**
 * Where links lead whose end may be in another part of a page that is printed in parts: joined, they lead there. Nobody
 * can have this domain (RFC 2606).
 */
export const elsewhere = 'https://bough.invalid/';

/** Where a page is read: on paper nothing can be opened, and it may be printed in parts. */
export type Medium = 'screen' | 'paper';

/** From the first byte to the first message. */
export function pageStart(head: DocumentHead, style: DocumentStyle, medium: Medium): string {
  const { words } = style;
  const title = escapeMarkup(head.title);
  return `${documentStart(title, style, `<meta name="generator" content="Bough ${escapeMarkup(head.app)}">\n`)}
<body>
<header>
<h1 dir="auto">${title}</h1>
${facts(head, style)}
</header>
${map(head, style, medium)}<main>
${head.messages === 0 ? `<p class="note">${escapeMarkup(words.empty)}</p>\n` : ''}`;
}

/** Begins a further part of a page that is printed in parts. */
export function sheetStart(style: DocumentStyle): string {
  return `${documentStart('', style)}\n<body>\n<main>\n`;
}

/** Ends a part of a page that others follow. */
export const sheetEnd = '</main>\n</body>\n</html>\n';

function documentStart(title: string, { words }: DocumentStyle, more = ''): string {
  return `<!DOCTYPE html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
${more}<title>${title}</title>
<style>${pageStyle}</style>
</head>`;
}

export function pageEnd(head: DocumentHead, { words, date }: DocumentStyle): string {
  return `</main>
<footer>${escapeMarkup(words.exported(date(head.exportedAt)))}</footer>
</body>
</html>
`;
}

function facts(head: DocumentHead, { words, date }: DocumentStyle): string {
  const rows = [
    [words.begun, date(head.createdAt)],
    [words.changed, date(head.updatedAt)],
    ...(head.agents.length > 0 ? [[words.agents, head.agents.join(', ')]] : []),
    ...(head.models.length > 0 ? [[words.models, head.models.join(', ')]] : []),
  ];
  const lines = rows.map(
    ([name = '', value = '']) => `<dt>${escapeMarkup(name)}</dt><dd>${escapeMarkup(value)}</dd>`,
  );
  return `<dl class="facts">\n${lines.join('\n')}\n</dl>`;
}

/** The branches as a list of links, each below the one that it leaves. */
function map({ branches }: DocumentHead, { words }: DocumentStyle, medium: Medium): string {
  if (branches.length < 2) return '';
  const lines: string[] = [];
  let level = -1;
  for (const branch of branches) {
    if (branch.level > level) lines.push('<ul>');
    else lines.push('</li>', ...Array.from({ length: level - branch.level }, () => '</ul></li>'));
    level = branch.level;
    lines.push(`<li><a href="${hrefOf(`b${branch.number}`, medium)}">${branchLine(branch, words)}</a>`);
  }
  lines.push(...Array.from({ length: level + 1 }, () => '</li></ul>'));
  return `<nav class="map" aria-labelledby="map">
<h2 id="map">${escapeMarkup(words.branches)}</h2>
${lines.join('')}
</nav>
`;
}

function branchLine(branch: DocumentBranch, words: DocumentStyle['words']): string {
  const { name, current, ids } = branch;
  const facts = [words.messages(ids.length), ...(current ? [words.current] : [])].join(', ');
  return escapeMarkup(`${words.branch(branch.number)}: ${name} (${facts})`);
}

const hrefOf = (id: string, medium: Medium): string => `${medium === 'paper' ? elsewhere : ''}#${id}`;

/** Makes Chromium note where an element is, by a link that nobody sees: other parts lead there. */
export const placeOnPaper = (id: string): string => `<a href="#${id}" hidden></a>`;

export function branchHeading(branch: DocumentBranch, { words }: DocumentStyle, medium: Medium): string {
  const { fromNumber } = branch;
  const from =
    fromNumber === null
      ? branch.number === 1
        ? ''
        : `<p class="note">${escapeMarkup(words.beginsAnew)}</p>`
      : `<p class="note"><a href="${hrefOf(`m${fromNumber}`, medium)}">${escapeMarkup(words.continuesFrom(fromNumber))}</a></p>`;
  const id = `b${branch.number}`;
  return `<h2 class="branch" id="${id}" dir="auto">${escapeMarkup(`${words.branch(branch.number)}: ${branch.name}`)}</h2>
${medium === 'paper' ? placeOnPaper(id) : ''}${from}
`;
}

/** @param level of the heading */
export function messageStart(
  { message, number, name }: DocumentMessage,
  level: number,
  style: DocumentStyle,
): string {
  const time = `<time datetime="${new Date(message.createdAt).toISOString()}">${escapeMarkup(style.date(message.createdAt))}</time>`;
  const model = message.model === null ? '' : ` · ${escapeMarkup(modelName(message.model))}`;
  return `<article class="${message.role}" id="m${number}" aria-labelledby="n${number}">
<header><h${level} id="n${number}">${escapeMarkup(name)}</h${level}><p>${time}${model} · #${number}</p></header>
`;
}

/** Goes on with a message in another part. */
export function messageAgain({ message }: DocumentMessage): string {
  return `<article class="${message.role}">\n`;
}

/** What is said of an answer that is not whole; empty for others. */
export function messageEnd({ message }: DocumentMessage, { words }: DocumentStyle): string {
  const problem =
    message.status === 'failed' ? words.failed : message.status === 'complete' ? null : words.interrupted;
  return `${problem === null ? '' : `<p class="warn">${escapeMarkup(problem)}</p>\n`}</article>
`;
}

/** @param paper nothing can be opened there: of a folded result its beginning is shown */
export function toolCard(part: ToolPart, style: DocumentStyle, paper: boolean): string {
  const { words, options } = style;
  const state = part.state === 'failed' ? words.toolFailed : part.state === 'done' ? null : words.toolStopped;
  const name = escapeMarkup(state === null ? part.name : `${part.name} (${state})`);
  const folded = options.tools === 'folded';
  const text = (label: string, whole: string): string => {
    if (whole === '') return '';
    const { text: shown, more } = paper && folded ? beginningOf(whole) : { text: whole, more: 0 };
    const rest = more === 0 ? '' : `<p class="note">${escapeMarkup(words.lines(more))}</p>`;
    return `<p class="label">${escapeMarkup(label)}</p><pre dir="auto">${escapeMarkup(shown)}</pre>${rest}`;
  };
  const inside = text(words.call, readableInput(part.input)) + text(words.result, part.result ?? '');
  if (paper) return `<div class="card"><p class="name">${name}</p>${inside}</div>\n`;
  return `<details${folded ? '' : ' open'}><summary>${name}</summary>${inside}</details>\n`;
}

export function reasoningCard(inside: string, { words }: DocumentStyle, paper: boolean): string {
  const name = escapeMarkup(words.reasoning);
  if (paper) return `<div class="card"><p class="name">${name}</p>${inside}</div>\n`;
  return `<details><summary>${name}</summary>${inside}</details>\n`;
}

/** A file that is named and not shown. */
export function fileLine(attachment: Attachment, missing: boolean, { words }: DocumentStyle): string {
  const name = `${words.attachment}: ${attachment.name}`;
  return note(missing ? `${name} (${words.missing})` : name);
}

/** A line that is about the document. */
export function note(text: string): string {
  return `<p class="note" dir="auto">${escapeMarkup(text)}</p>\n`;
}

/** A text file, behind a fold. */
export function textFile(attachment: Attachment, text: string, style: DocumentStyle, paper: boolean): string {
  const name = escapeMarkup(`${style.words.attachment}: ${attachment.name}`);
  const inside = `<pre dir="auto">${escapeMarkup(text)}</pre>`;
  if (paper) return `<div class="card"><p class="name">${name}</p>${inside}</div>\n`;
  return `<details><summary>${name}</summary>${inside}</details>\n`;
}

/** Around the base64 of a picture's bytes. `mime` is one of the types that were told from the bytes. */
export function pictureHalves(picture: {
  mime: string;
  width?: number | undefined;
  height?: number | undefined;
  name: string;
}): [before: string, after: string] {
  const size = picture.width && picture.height ? ` width="${picture.width}" height="${picture.height}"` : '';
  const name = escapeMarkup(picture.name);
  return [
    `<figure><img src="data:${escapeMarkup(picture.mime)};base64,`,
    `" alt="${name}"${size}><figcaption dir="auto">${name}</figcaption></figure>\n`,
  ];
}

export function foldHeading(fold: DocumentFold, level: number, { words }: DocumentStyle): string {
  return `<h${level}>${escapeMarkup(words.pages(fold.from, fold.to))}</h${level}>\n`;
}

import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';

/** A page as text. */
export interface ReadablePage {
  title: string;
  /** Markdown. */
  text: string;
}

/** As much of a document as is used: the types of a browser are not those of this process. */
interface PageDocument {
  querySelector(selector: string): { textContent: string | null } | null;
  body: object | null;
  cloneNode(deep: boolean): PageDocument;
  querySelectorAll(selector: string): Iterable<PageElement>;
  createTextNode(text: string): object;
}

interface PageElement {
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  replaceWith(node: object): void;
  remove(): void;
}

/** What nobody reads. Turndown would keep the text of some. */
const unread = [
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'embed',
  'svg',
  'canvas',
  'form',
];

/** The main text of a page in Markdown; the whole of it where no main text is found. Runs nothing of the page. */
export function readablePage(html: string, url: string): ReadablePage {
  const document = parse(html);
  absoluteLinks(document, url);
  const title = document.querySelector('title')?.textContent?.trim() ?? '';
  const whole = document.cloneNode(true);
  const article = new Readability(document as never).parse();
  const content = article?.content;
  const text = content ? markdown(parse(content)) : '';
  if (text.trim() !== '') return { title: article?.title?.trim() || title, text };
  return { title, text: markdown(whole) };
}

function parse(html: string): PageDocument {
  // The parser adds nothing that a page leaves out, and the elements around the text may be left out.
  const whole = /<body[\s>]/i.test(html) ? html : `<html><head></head><body>${html}</body></html>`;
  const page = parseHTML(whole) as unknown as { document: PageDocument };
  return page.document;
}

function markdown({ body }: PageDocument): string {
  if (!body) return '';
  const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
  turndown.remove(unread as never[]);
  return turndown.turndown(body as never);
}

/** Links of the page lead somewhere outside of it too; those that run something go. */
function absoluteLinks(document: PageDocument, base: string): void {
  for (const link of document.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    const target = URL.canParse(href, base) ? new URL(href, base) : null;
    if (target && ['http:', 'https:', 'mailto:'].includes(target.protocol)) {
      link.setAttribute('href', target.href);
    } else {
      link.removeAttribute('href');
    }
  }
  // Pictures cannot be seen in the text; what they show can be read.
  for (const image of document.querySelectorAll('img')) {
    const alt = image.getAttribute('alt')?.trim();
    if (alt) image.replaceWith(document.createTextNode(`[${alt}]`));
    else image.remove();
  }
}

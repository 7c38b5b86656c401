import type { ExportContainer, ExportFormat } from '#contract';
import { cleanFileName } from '../storage/file-name.ts';
import { shortName } from './short-name.ts';

/** How the files of each format end. */
export const endings: Record<ExportFormat, string> = {
  markdown: '.md',
  html: '.html',
  pdf: '.pdf',
  word: '.docx',
  text: '.txt',
  bough: '.bough.json',
};

/** Longest name that is suggested, in characters without its ending: it has to be read in a dialog. */
const longestName = 80;

/** The name of a conversation's file without its ending. */
export function fileStem(title: string): string {
  const characters = [...cleanFileName(title.replaceAll(/[/\\]/g, '-'))];
  const short = characters.length <= longestName ? characters : characters.slice(0, longestName);
  return shortName(`${short.join('').replace(/[\s.]+$/, '')} `).trimEnd();
}

/** The suggested name of what several conversations are exported to. */
export function severalStem(now: number): string {
  return `Bough ${new Date(now).toISOString().slice(0, 10)}`;
}

/** What an export makes: one file, or several kept together. */
export type ExportShape = 'file' | ExportContainer;

/** The ending of what an export makes; a folder has none. */
export function endingOf(shape: ExportShape, format: ExportFormat): string {
  return shape === 'file' ? endings[format] : shape === 'zip' ? '.zip' : '';
}

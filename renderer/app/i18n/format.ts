import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Numbers, sizes, dates and lists as people write them in one language. */
export interface Format {
  number(value: number): string;
  /** A count that is an estimate, to two digits. */
  about(value: number): string;
  /** @param share 0 to 1 */
  percent(share: number): string;
  /** @param dollars US dollars; small sums keep two digits that say something */
  money(dollars: number): string;
  /** @param bytes shown in the unit that fits, for example "1.4 MB" */
  bytes(bytes: number): string;
  /** @param at milliseconds since 1970 */
  date(at: number): string;
  time(at: number): string;
  dateTime(at: number): string;
  /** "today", "yesterday" or the date. @param now milliseconds since 1970 */
  day(at: number, now: number): string;
  list(items: readonly string[]): string;
}

/** The format of a language, given as a BCP 47 tag. */
export function createFormat(language: string): Format {
  const number = new Intl.NumberFormat(language);
  const about = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 });
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 2,
    minimumSignificantDigits: 2,
    maximumSignificantDigits: 2,
    roundingPriority: 'morePrecision',
  });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  return {
    number: (value) => number.format(value),
    about: (value) => about.format(value),
    percent: (share) => percent.format(share),
    money: (dollars) => money.format(dollars),
    bytes: (bytes) => formatBytes(language, bytes),
    date: (at) => date.format(at),
    time: (at) => time.format(at),
    dateTime: (at) => dateTime.format(at),
    day: (at, now) => {
      const days = daysBetween(now, at);
      return days === 0 || days === -1 ? relative.format(days, 'day') : date.format(at);
    },
    list: (items) => list.format(items),
  };
}

/** The format of the interface's language. */
export function useFormat(): Format {
  const { i18n } = useTranslation();
  return useMemo(() => createFormat(i18n.language), [i18n.language]);
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function formatBytes(language: string, bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / 1000 ** step);
}

/** Calendar days from one moment to another, in local time: -1 is yesterday. */
export function daysBetween(from: number, to: number): number {
  const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0);
  return Math.round((midnight(to) - midnight(from)) / 86_400_000);
}

import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContextReport } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { blockBeside, type Flowed, flow, type Piece } from './flow.ts';
import { PartCaption } from './PartCaption.tsx';
import { blockName, tokensAndShare } from './part-words.ts';
import { type Block, blocksOf, type Kind, partKey } from './parts.ts';
import styles from './WindowPicture.module.css';

export interface WindowPictureProps {
  report: ContextReport;
  /** Shown stronger than the others. */
  lit: Kind | null;
  /** A part whose block takes the focus as the picture appears. */
  returnTo: string | null;
  onOpen: (block: Block) => void;
}

/** Lines of the page, their height and the space between them in px. */
const lines = 16;
const height = 14;
const gap = 4;
/** Smaller turns are drawn together: this share of the window is about ten pixels. */
const leastShare = 1 / 600;

/** The model's window as a page that fills up: every part as long as it is, in the order in which it is read. */
export function WindowPicture({ report, lit, returnTo, onOpen }: WindowPictureProps) {
  const { t } = useTranslation('context');
  const format = useFormat();
  const flowed = useMemo(() => {
    const capacity = Math.max(report.window, report.tokens);
    return flow(blocksOf(report, capacity * leastShare), capacity, lines);
  }, [report]);
  const roving = useRoving(flowed);
  useReturn(roving.list, flowed, returnTo);
  const { active } = roving;
  const shown = active === null ? undefined : flowed[active];
  return (
    <div>
      <ul
        ref={roving.list}
        aria-label={t('explorer.picture')}
        className={styles.page}
        style={{ height: lines * (height + gap) - gap }}
        data-active={active !== null || lit !== null}
        onKeyDown={roving.onKeyDown}
        onClick={(event) => {
          const place = placeOf(event.target);
          const block = place === null ? undefined : flowed[place]?.block;
          if (block) onOpen(block);
        }}
        onPointerMove={(event) => roving.point(placeOf(event.target))}
        onPointerLeave={() => roving.point(null)}
      >
        {flowed.map(({ block, pieces }, place) => (
          <BlockItem
            key={block.key}
            name={`${blockName(t, block)}: ${tokensAndShare(t, format, block.tokens, block.share)}`}
            pieces={pieces}
            place={place}
            lit={lit}
            active={place === active}
            tabStop={place === roving.tabStop}
            onFocus={roving.focus}
          />
        ))}
        <li>
          <VisuallyHidden>
            {t('explorer.freeLong', { tokens: format.number(report.totals.free) })}
          </VisuallyHidden>
        </li>
      </ul>
      <PartCaption block={shown?.block ?? null} />
    </div>
  );
}

interface BlockItemProps {
  /** What it is and how large, for screen readers. */
  name: string;
  pieces: readonly Piece[];
  place: number;
  lit: Kind | null;
  active: boolean;
  tabStop: boolean;
  onFocus: (place: number | null) => void;
}

/** A block as it runs from line to line. Its longest piece is the button; a click on any other does the same. */
function BlockItem({ name, pieces, place, lit, active, tabStop, onFocus }: BlockItemProps) {
  const longest = pieces.reduce(
    (best, piece) => (piece.to - piece.from > best.to - best.from ? piece : best),
    {
      from: 0,
      to: 0,
    },
  );
  return (
    <li data-place={place} data-active={active} className={styles.block}>
      {pieces.map((piece) => {
        const { line, from, to, kind } = piece;
        const look = {
          'data-kind': kind,
          'data-lit': kind === lit,
          className: styles.piece,
          style: { top: line * (height + gap), left: `${from * 100}%`, width: `${(to - from) * 100}%` },
        };
        return piece === longest ? (
          <button
            key={`${line}-${from}`}
            {...look}
            type="button"
            tabIndex={tabStop ? 0 : -1}
            aria-label={name}
            onFocus={() => onFocus(place)}
            onBlur={() => onFocus(null)}
          />
        ) : (
          <span key={`${line}-${from}`} {...look} />
        );
      })}
    </li>
  );
}

/** The block that an element of the picture belongs to. */
function placeOf(target: EventTarget): number | null {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
  return item ? Number(item.dataset['place']) : null;
}

/** One block of the picture takes the Tab key; the arrow keys go to the others, as one reads. */
function useRoving(flowed: readonly Flowed[]) {
  const list = useRef<HTMLUListElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const [last, setLast] = useState(0);
  const targetOf = (key: string, here: number): number | null => {
    if (key === 'ArrowRight') return here + 1;
    if (key === 'ArrowLeft') return here - 1;
    if (key === 'ArrowDown') return blockBeside(flowed, here, 1);
    if (key === 'ArrowUp') return blockBeside(flowed, here, -1);
    if (key === 'Home') return 0;
    return key === 'End' ? flowed.length - 1 : null;
  };
  return {
    list,
    active: pointed ?? focused,
    tabStop: Math.min(last, flowed.length - 1),
    point: setPointed,
    focus: (place: number | null) => {
      setFocused(place);
      if (place !== null) setLast(place);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (focused === null) return;
      const target = targetOf(event.key, focused);
      if (target === null) return;
      event.preventDefault();
      setPointed(null);
      list.current?.querySelectorAll('button')[target]?.focus();
    },
  };
}

function useReturn(
  list: RefObject<HTMLUListElement | null>,
  flowed: readonly Flowed[],
  returnTo: string | null,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as one comes back
  useEffect(() => {
    if (returnTo === null) return;
    const place = flowed.findIndex(({ block }) => block.parts.some((part) => partKey(part) === returnTo));
    list.current?.querySelectorAll('button')[place]?.focus();
  }, []);
}

import { memo, useRef } from 'react';
import remend from 'remend';
import { type Block, type Cut, cutBlocks, headingLevels } from './blocks.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { Formula } from './Formula.tsx';
import styles from './Markdown.module.css';
import { MarkdownTable } from './MarkdownTable.tsx';
import { MarkdownText } from './MarkdownText.tsx';

export interface MarkdownProps {
  text: string;
  /** More text will come: the last block may be unfinished. */
  streaming?: boolean;
}

/** A message's name is a heading of level 2. */
const firstLevel = 3;

/** From here on only the blocks in sight are laid out. */
const manyBlocks = 60;

/** A model's Markdown, block by block: a block that did not change is not drawn again. */
export function Markdown({ text, streaming = false }: MarkdownProps) {
  const cut = useCut(text);
  const last = cut.blocks.length - 1;
  const levels = headingLevels(cut.blocks, firstLevel);
  // Once set it stays: to lay out a long answer whole at its end would hold the window up.
  const sparing = useRef(false);
  sparing.current ||= streaming || cut.blocks.length > manyBlocks;
  return (
    <div className={styles.markdown} data-sparing={sparing.current || undefined}>
      {cut.blocks.map((block, index) => (
        <BlockView
          key={block.at}
          block={block}
          growing={streaming && index === last}
          level={levels.get(block.at)}
        />
      ))}
    </div>
  );
}

function useCut(text: string): Cut {
  const before = useRef<Cut | undefined>(undefined);
  if (before.current?.text !== text) before.current = cutBlocks(text, before.current);
  return before.current;
}

interface BlockViewProps {
  block: Block;
  /** Its end has not arrived. */
  growing: boolean;
  /** Of a heading, on the page. */
  level: number | undefined;
}

const BlockView = memo(
  ({ block, growing, level }: BlockViewProps) => {
    const text = growing ? remend(block.raw) : block.raw;
    switch (block.kind) {
      case 'code':
        return <CodeBlock code={block.code} language={block.language} growing={growing && !block.closed} />;
      case 'table':
        return <MarkdownTable header={block.header} rows={block.rows} align={block.align} />;
      case 'formula':
        return block.closed ? (
          <Formula tex={block.tex} display />
        ) : (
          <pre className={styles.pending}>{block.tex}</pre>
        );
      case 'items':
      case 'moreItems':
        return <MarkdownText text={text} part={block.kind} />;
      default:
        return <MarkdownText text={text} level={level} />;
    }
  },
  (before, after) =>
    before.growing === after.growing &&
    before.level === after.level &&
    before.block.kind === after.block.kind &&
    before.block.raw === after.block.raw,
);

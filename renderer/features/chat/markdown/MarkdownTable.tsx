import { Check, Copy } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../bridge/clipboard.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import type { TableAlign } from './blocks.ts';
import { tableContent } from './copy-content.ts';
import styles from './Markdown.module.css';
import { MarkdownText } from './MarkdownText.tsx';

export interface MarkdownTableProps {
  header: string[];
  rows: string[][];
  align: TableAlign[];
}

/** A table in a box of its own that scrolls sideways; copied as a table into a word processor or a sheet. */
export function MarkdownTable({ header, rows, align }: MarkdownTableProps) {
  const { t } = useTranslation('chat');
  const table = useRef<HTMLTableElement>(null);
  return (
    <div className={styles.tableFrame}>
      <ScrollBox label={t('markdown.table')} className={styles.tableBox}>
        <table ref={table}>
          <thead>
            <Row cells={header} align={align} head />
          </thead>
          <tbody>
            {numbered(rows).map(([row, cells]) => (
              <Row key={row} cells={cells} align={align} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <CopyTable name={t('markdown.copyTable')} done={t('markdown.copied')} table={() => table.current} />
    </div>
  );
}

/** Rows and columns have no name but their place, and keep it: a table only grows at its end. */
function numbered<Item>(items: readonly Item[]): [number, Item][] {
  return items.map((item, place) => [place, item]);
}

const Row = memo(
  ({ cells, align, head = false }: { cells: string[]; align: TableAlign[]; head?: boolean }) => {
    const Cell = head ? 'th' : 'td';
    return (
      <tr>
        {numbered(cells).map(([column, text]) => (
          <Cell key={column} data-align={align[column] ?? undefined} {...(head ? { scope: 'col' } : {})}>
            <MarkdownText text={text} part="cell" />
          </Cell>
        ))}
      </tr>
    );
  },
  (before, after) =>
    before.cells.join('\0') === after.cells.join('\0') && before.align.join() === after.align.join(),
);

interface CopyTableProps {
  name: string;
  done: string;
  table: () => HTMLTableElement | null;
}

function CopyTable({ name, done, table }: CopyTableProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const element = table();
    if (!element) return;
    const { text, html } = tableContent(element);
    setCopied(await copyText(text, html));
  };
  return (
    <IconButton
      icon={copied ? Check : Copy}
      name={copied ? done : name}
      size="small"
      className={styles.copyTable}
      onClick={() => void copy()}
      onBlur={() => setCopied(false)}
      onPointerLeave={() => setCopied(false)}
    />
  );
}

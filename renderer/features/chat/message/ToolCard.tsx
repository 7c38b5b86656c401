import {
  Camera,
  ChevronRight,
  CircleAlert,
  CircleSlash,
  FilePen,
  FileText,
  Globe,
  type LucideIcon,
  Search,
  Wrench,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolPart } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import styles from './ToolCard.module.css';
import { toolTitle } from './tool-title.ts';

const icons: Record<string, LucideIcon> = {
  read_attachment: FileText,
  search_workspace: Search,
  fetch_page: Globe,
  read_file: FileText,
  write_file: FilePen,
  take_screenshot: Camera,
  search_tools: Search,
};
const longest = 20_000;

/** One use of a tool: what it was in words, how long it took, and on request what went in and came out. */
export function ToolCard({ part }: { part: ToolPart }) {
  const { t } = useTranslation('chat');
  const { t: tools } = useTranslation('tools');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const seconds = part.milliseconds === undefined ? null : Math.max(0.1, part.milliseconds / 1000);
  return (
    <div className={styles.card} data-state={part.state} data-copy="skip">
      <button type="button" aria-expanded={open} className={styles.head} onClick={() => setOpen(!open)}>
        <Icon icon={icons[part.name] ?? Wrench} />
        <span className={styles.title}>{toolTitle(t, tools, part)}</span>
        <span className={styles.time}>
          {part.state === 'running' ? <span className={styles.pulse} aria-hidden="true" /> : null}
          {part.state === 'failed' ? <Icon icon={CircleAlert} size={16} className={styles.bad} /> : null}
          {part.state === 'stopped' ? <Icon icon={CircleSlash} size={16} /> : null}
          {seconds === null
            ? null
            : t('tool.seconds', { seconds: format.number(Number(seconds.toFixed(1))) })}
        </span>
        <Icon icon={ChevronRight} size={16} className={styles.chevron} />
      </button>
      {open ? (
        <div className={styles.details}>
          <Detail label={t('tool.input')} text={readable(part.input)} />
          {part.result === undefined ? null : <Detail label={t('tool.result')} text={part.result} />}
        </div>
      ) : null}
    </div>
  );
}

function Detail({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('chat');
  const cut = text.length > longest;
  return (
    <div>
      <div className={styles.label}>
        {label}
        <CopyButton text={text} name={t('tool.copy', { what: label })} />
      </div>
      <ScrollBox label={label} className={styles.box}>
        <pre className={styles.text}>{cut ? `${text.slice(0, longest)}…` : text || t('tool.nothing')}</pre>
      </ScrollBox>
    </div>
  );
}

/** Arguments as the model wrote them, indented where they are JSON. */
function readable(input: string): string {
  try {
    return JSON.stringify(JSON.parse(input), null, 2);
  } catch {
    return input;
  }
}

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../bridge/clipboard.ts';
import { IconButton } from './IconButton.tsx';

/** How long the tick stays, in ms. */
const tickFor = 1600;

/** Copies text and says so with a tick. */
export function CopyButton({ text, name }: { text: string; name?: string }) {
  const { t } = useTranslation('common');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), tickFor);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => setCopied(await copyText(text));
  return (
    <IconButton
      icon={copied ? Check : Copy}
      name={copied ? t('copied') : (name ?? t('copy'))}
      size="small"
      onClick={() => void copy()}
    />
  );
}

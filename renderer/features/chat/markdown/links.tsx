import { Image } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../bridge/call.ts';
import { reportError } from '../../../bridge/report.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { safeAddress } from './addresses.ts';
import styles from './Markdown.module.css';

/** A link that opens in the system's browser, with its address in a tooltip. Other addresses are plain text. */
export function ExternalLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const address = safeAddress(href);
  if (!address) return <span>{children}</span>;
  const open = (event: MouseEvent) => {
    event.preventDefault();
    call('app.openExternal', { url: address }).catch(reportError);
  };
  return (
    <Tooltip text={<span className={styles.address}>{address}</span>}>
      <a href={address} rel="noreferrer" className={styles.link} onClick={open} onAuxClick={open}>
        {children}
      </a>
    </Tooltip>
  );
}

/** Stands for a picture in a model's text: fetching it would tell its server who reads, and when. */
export function PictureLink({ src, alt }: { src?: string | undefined; alt?: string | undefined }) {
  const { t } = useTranslation('chat');
  const words = alt ? t('markdown.pictureNamed', { name: alt }) : t('markdown.picture');
  return (
    <ExternalLink href={src}>
      <span className={styles.picture}>
        <Icon icon={Image} size={16} />
        {words}
      </span>
    </ExternalLink>
  );
}

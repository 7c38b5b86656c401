import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attachment } from '#contract';
import { attachmentAddress } from '../../../bridge/attachments.ts';
import { call } from '../../../bridge/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import styles from './Attachments.module.css';

export interface LightboxProps {
  pictures: readonly Attachment[];
  /** Which picture is shown, from 0; null: closed. */
  place: number | null;
  onPlace: (place: number | null) => void;
}

/** A picture as large as the window allows. The arrow keys go to the others of its message. */
export function Lightbox({ pictures, place, onPlace }: LightboxProps) {
  const { t } = useTranslation('chat');
  const failed = useFailureToast();
  const picture = place === null ? undefined : pictures[place];
  const go = (step: number) => {
    if (place !== null && pictures[place + step]) onPlace(place + step);
  };
  useEffect(() => {
    if (!picture) return;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') go(-1);
      if (key === 'ArrowRight') go(1);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
  return (
    <Dialog
      open={picture !== undefined}
      onOpenChange={() => onPlace(null)}
      title={picture?.name ?? ''}
      size="large"
      footer={
        picture ? (
          <Button
            onClick={() => {
              call('attachments.saveCopy', { hash: picture.hash, name: picture.name }).catch(failed);
            }}
          >
            {t('attachment.saveCopy')}
          </Button>
        ) : null
      }
    >
      {picture && place !== null ? (
        <div className={styles.stage}>
          <img
            src={attachmentAddress(picture.hash)}
            alt={picture.name}
            width={picture.width}
            height={picture.height}
            className={styles.large}
          />
          {pictures.length > 1 ? (
            <div className={styles.steps}>
              <IconButton icon={ChevronLeft} name={t('attachment.previous')} onClick={() => go(-1)} />
              <span>{t('siblings.place', { index: place + 1, count: pictures.length })}</span>
              <IconButton icon={ChevronRight} name={t('attachment.next')} onClick={() => go(1)} />
            </div>
          ) : null}
        </div>
      ) : null}
    </Dialog>
  );
}

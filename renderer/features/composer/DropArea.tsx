import { Paperclip } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon.tsx';
import type { ComposerBox } from './box.ts';
import styles from './DropArea.module.css';

export interface DropAreaProps {
  box: ComposerBox;
  /** Escape anywhere in the area that nothing else took. */
  onEscape: () => void;
  children: ReactNode;
}

/** Takes files dropped anywhere on the conversation, and says so while they hover. */
export function DropArea({ box, onEscape, children }: DropAreaProps) {
  const { t } = useTranslation('composer');
  const area = useRef<HTMLDivElement>(null);
  const over = useFileDrop(area, box);
  useEscape(area, onEscape);
  return (
    <div ref={area} className={styles.area}>
      {children}
      {over ? (
        <div className={styles.overlay}>
          <p className={styles.words}>
            <Icon icon={Paperclip} size={22} />
            {t('drop')}
          </p>
        </div>
      ) : null}
    </div>
  );
}

function useFileDrop(area: { current: HTMLElement | null }, box: ComposerBox): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    // Entering a child comes before leaving its parent: the area is left when the count is down to none.
    let entered = 0;
    const count = (step: number) => {
      entered = Math.max(0, entered + step);
      setOver(entered > 0);
    };
    const handlers: Record<string, (event: DragEvent) => void> = {
      dragenter: () => count(1),
      dragover: () => {},
      dragleave: () => count(-1),
      drop: (event) => {
        count(-entered);
        takeDrop(event, box);
      },
    };
    const listen = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      handlers[event.type]?.(event);
    };
    const types = ['dragenter', 'dragover', 'dragleave', 'drop'] as const;
    for (const type of types) element.addEventListener(type, listen);
    return () => {
      for (const type of types) element.removeEventListener(type, listen);
    };
  }, [area, box]);
  return over;
}

function takeDrop(event: DragEvent, box: ComposerBox): void {
  const items = [...(event.dataTransfer?.items ?? [])];
  const files = items.flatMap((item) => {
    const file = item.webkitGetAsEntry()?.isDirectory ? null : item.getAsFile();
    return file ? [file] : [];
  });
  void box.add(files);
  if (files.length < items.filter((item) => item.kind === 'file').length) box.setProblem({ kind: 'folder' });
}

function useEscape(area: { current: HTMLElement | null }, onEscape: () => void): void {
  const newest = useRef(onEscape);
  useEffect(() => {
    newest.current = onEscape;
  });
  useEffect(() => {
    const element = area.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented) newest.current();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [area]);
}

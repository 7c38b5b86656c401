import { ArrowUp, Paperclip, Square } from 'lucide-react';
import type { Ref } from 'react';
import { type ReactNode, useEffect, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { DraftContent, Reader } from '#contract';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ComposerBox } from './box.ts';
import styles from './Composer.module.css';
import { ComposerFiles } from './ComposerFiles.tsx';
import { ComposerText } from './ComposerText.tsx';
import { ModelPicker } from './ModelPicker.tsx';
import { ProblemLine } from './ProblemLine.tsx';
import { useSubmit } from './useSubmit.ts';

export interface ComposerHandle {
  focus: () => void;
}

export interface ComposerProps {
  box: ComposerBox;
  /** Whom one writes to; absent while that is not known. */
  agentName?: string | undefined;
  /** The conversation's own reader; null: the app's default. */
  reader: Reader | null;
  /** An answer is being written in what is shown. */
  running: boolean;
  /** Rejects when nothing was sent: the words are put back then. */
  onSend: (content: DraftContent) => Promise<void>;
  onStop: () => void;
  onRetry: () => void;
  /** The arrow up in an empty box. */
  onEditLast: () => void;
  onHelp: () => void;
  /** `/shake` and `/compact` with what was typed behind them. */
  onRoom: (command: { command: 'shake' | 'compact'; args: string }) => void;
  /** `/context`: shows what fills the model's memory. */
  onContext: () => void;
  onReader: (reader: Reader) => void;
  onAddProvider: () => void;
  /** Stands beside the choice of models, for example how full the model's memory is. */
  gauge?: ReactNode;
  ref?: Ref<ComposerHandle>;
}

/** The message box: one card that holds what is being written, its files, and whom it goes to. */
export function Composer(props: ComposerProps) {
  const { box, agentName, reader, running, gauge, onStop, onReader, onAddProvider, onEditLast, ref } = props;
  const { t } = useTranslation('composer');
  const area = useRef<HTMLTextAreaElement>(null);
  const submit = useSubmit(props);
  const empty = useStore(box.store, ({ text, files }) => text.trim() === '' && files.length === 0);
  useImperativeHandle(ref, () => ({ focus: () => area.current?.focus() }), []);
  useProblemEnds(box, running);
  return (
    <div className={styles.place}>
      <ProblemLine box={box} onAddProvider={onAddProvider} onPlainText={submit.asMessage} />
      <div className={styles.card}>
        <ComposerFiles box={box} />
        <ComposerText
          box={box}
          ref={area}
          placeholder={agentName ? t('placeholder', { name: agentName }) : t('placeholderPlain')}
          onSubmit={submit.submit}
          onCommand={submit.run}
          onEditLast={onEditLast}
        />
        <div className={styles.bar}>
          <IconButton icon={Paperclip} name={t('attach')} onClick={() => void box.pick()} />
          <ModelPicker box={box} reader={reader} onReader={onReader} onAddProvider={onAddProvider} />
          {gauge}
          <span className={styles.end}>
            {running ? (
              <IconButton
                key="stop"
                icon={Square}
                name={t('stop')}
                shortcut="Esc"
                variant="primary"
                // The second click of a double click on Send is not meant for what came in its place.
                onClick={({ detail }) => detail < 2 && onStop()}
              />
            ) : (
              <IconButton
                key="send"
                icon={ArrowUp}
                name={t('send')}
                shortcut="Enter"
                variant="primary"
                disabledReason={empty ? t('sendEmpty') : undefined}
                onClick={() => {
                  submit.submit();
                  area.current?.focus();
                }}
              />
            )}
          </span>
        </div>
      </div>
    </div>
  );
}

/** "Wait for the answer" is no longer true once it is there. */
function useProblemEnds(box: ComposerBox, running: boolean): void {
  useEffect(() => {
    if (!running && box.store.getState().problem?.kind === 'writing') box.setProblem(null);
  }, [box, running]);
}

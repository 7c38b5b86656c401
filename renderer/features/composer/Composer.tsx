import { ArrowUp, Paperclip, Square } from 'lucide-react';
import type { Ref } from 'react';
import { type ReactNode, useEffect, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Agent, DraftContent, Reader } from '#contract';
import { IconButton } from '../../ui/IconButton.tsx';
import { AgentPicker } from './AgentPicker.tsx';
import type { ComposerBox } from './box.ts';
import styles from './Composer.module.css';
import { ComposerFiles } from './ComposerFiles.tsx';
import { ComposerText } from './ComposerText.tsx';
import type { CommandActs } from './commands.ts';
import { ModelPicker } from './ModelPicker.tsx';
import { ProblemLine } from './ProblemLine.tsx';
import { useSubmit } from './useSubmit.ts';

export interface ComposerHandle {
  focus: () => void;
}

export interface ComposerProps {
  box: ComposerBox;
  /** Whom one writes to where nobody is named; absent while that is not known. */
  agent?: Agent | undefined;
  /** Those that can be asked, by `@` and `/agent`. */
  agents: readonly Agent[];
  /** The conversation's own reader; null: the app's default. */
  reader: Reader | null;
  /** An answer is being written in what is shown. */
  running: boolean;
  /** Rejects when nothing was sent: the words are put back then. */
  onSend: (content: DraftContent) => Promise<void>;
  onStop: () => void;
  /** The arrow up in an empty box. */
  onEditLast: () => void;
  commands: CommandActs;
  onAgent: (agentId: string) => void;
  /** To where agents are made and changed. */
  onAgents: () => void;
  onReader: (reader: Reader) => void;
  /** Asks once more, of this model, what a message answered. */
  onAgain: (messageId: string, reader: Reader) => void;
  onAddProvider: () => void;
  /** Stands beside the choice of models, for example how full the model's memory is. */
  gauge?: ReactNode;
  ref?: Ref<ComposerHandle>;
}

/** The message box: one card that holds what is being written, its files, and whom it goes to. */
export function Composer(props: ComposerProps) {
  const { box, agent, agents, reader, running, gauge, onStop, onReader, onAddProvider, onEditLast, ref } =
    props;
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
          agents={agents}
          placeholder={agent ? t('placeholder', { name: agent.name }) : t('placeholderPlain')}
          onSubmit={submit.submit}
          onCommand={submit.run}
          onEditLast={onEditLast}
        />
        <div className={styles.bar}>
          <IconButton icon={Paperclip} name={t('attach')} onClick={() => void box.pick()} />
          <AgentPicker agent={agent} agents={agents} onAgent={props.onAgent} onAgents={props.onAgents} />
          <ModelPicker
            box={box}
            reader={reader ?? agent?.reader ?? null}
            onReader={onReader}
            onAgain={props.onAgain}
            onAddProvider={onAddProvider}
          />
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

import type { ComposerProps } from './Composer.tsx';
import { type CommandName, readTyped } from './commands.ts';

/** What Enter and the send button do: a command runs, anything else becomes a message. */
export function useSubmit(props: Pick<ComposerProps, 'box' | 'running' | 'onSend' | 'onRetry' | 'onHelp'>) {
  const { box, running, onSend, onRetry, onHelp } = props;

  const send = (text: string) => {
    const { files } = box.store.getState();
    if (running) box.setProblem({ kind: 'writing' });
    else if (files.some((file) => !file.attachment && !file.error)) box.setProblem({ kind: 'storing' });
    else void box.send({ ...box.content(), text }, onSend);
  };
  const run = (name: CommandName, argument: string) => {
    box.setText('');
    if (name === 'retry') onRetry();
    if (name === 'model') box.openPicker(argument);
    if (name === 'help') onHelp();
  };
  const submit = () => {
    const { text } = box.store.getState();
    const { attachments } = box.content();
    if (text.trim() === '' && attachments.length === 0) return;
    const typed = readTyped(text);
    if (typed.kind === 'message') send(typed.text);
    else if (typed.kind === 'command') run(typed.name, typed.argument);
    else box.setProblem({ kind: 'unknownCommand', typed: typed.typed, nearest: typed.nearest });
  };
  return {
    submit,
    run,
    /** Sends the text although it begins like a command. */
    asMessage: () => send(box.store.getState().text),
  };
}

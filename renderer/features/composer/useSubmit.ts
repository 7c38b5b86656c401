import type { ComposerProps } from './Composer.tsx';
import { agentCalled, type CommandName, isShakeWord, readTyped } from './commands.ts';

type SubmitProps = Pick<
  ComposerProps,
  'box' | 'agent' | 'agents' | 'running' | 'commands' | 'onSend' | 'onAgent'
>;

/** What Enter and the send button do: a command runs, anything else becomes a message. */
export function useSubmit(props: SubmitProps) {
  const { box, agent, agents, running, commands, onSend, onAgent } = props;

  const send = (text: string) => {
    const { files } = box.store.getState();
    if (running) box.setProblem({ kind: 'writing' });
    else if (files.some((file) => !file.attachment && !file.error)) box.setProblem({ kind: 'storing' });
    else void box.send({ ...box.content(), text }, onSend);
  };
  const choose = (typed: string) => {
    if (typed.trim() === '') return box.setText('/agent ');
    const chosen = agentCalled(agents, typed);
    if (!chosen) return box.setProblem({ kind: 'noAgent', typed });
    box.setText('');
    onAgent(chosen.id);
  };
  const run = (name: CommandName, argument: string) => {
    if (name === 'agent') return choose(argument);
    if (name === 'btw' && argument.trim() === '') return box.setText('/btw ');
    if (name === 'shake' && !isShakeWord(argument))
      return box.setProblem({ kind: 'shakeWord', typed: argument });
    if (name === 'context' && agent && argument.trim() !== '' && !agentCalled(agents, argument))
      return box.setProblem({ kind: 'unknownAgent', typed: argument, name: agent.name });
    box.setText('');
    if (name === 'model') box.openPicker(argument);
    else commands[name](argument);
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

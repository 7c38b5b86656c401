import { useTranslation } from 'react-i18next';
import { maxLabelLength, plainLabel } from '#contract/label.ts';
import { call, failedWith } from '../../bridge/call.ts';
import type { OpenChat } from '../../features/chat/index.ts';
import type { CommandActs } from '../../features/composer/index.ts';
import { showToast } from '../../ui/toasts.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import { useFork } from './fork.ts';
import { usePointDialogs } from './points.ts';
import { useRewind } from './useRewind.ts';

/** `/fork`, `/checkpoint` and `/rewind`; without a label the latter two ask for one. */
export function usePointCommands(open: OpenChat): Pick<CommandActs, 'fork' | 'checkpoint' | 'rewind'> {
  const { t } = useTranslation('fork');
  const { chat } = open;
  const ask = useFork((state) => state.ask);
  const dialogs = usePointDialogs();
  const rewind = useRewind(open);
  const failed = useFailureToast();
  const { conversationId } = chat;

  const mark = async (messageId: string, label: string) => {
    const { movedFrom } = await call('branches.mark', { conversationId, messageId, label });
    showToast({ text: t(movedFrom === null ? 'mark.done' : 'mark.moved', { label }) });
  };
  const onMarkFailed = (caught: unknown) => {
    if (failedWith(caught, 'bad_request')) showToast({ text: t('mark.notHere') });
    else failed(caught);
  };
  // What is written below the tip or failed there can be neither copied nor marked.
  const tip = () => {
    const { tipId, tipDepth } = chat.store.getState().path;
    return tipDepth === 0 ? null : tipId;
  };
  return {
    fork: () => {
      const end = tip();
      if (end === null) showToast({ text: t('nothing') });
      else ask(end);
    },
    checkpoint: (args) => {
      const end = tip();
      const label = plainLabel(args);
      if (end === null) showToast({ text: t('mark.notHere') });
      else if (label === '') dialogs.mark(end);
      else if (label.length > maxLabelLength)
        showToast({ text: t('mark.tooLong', { count: maxLabelLength }) });
      else mark(end, label).catch(onMarkFailed);
    },
    rewind: (args) => {
      const label = plainLabel(args);
      if (label === '') dialogs.rewind();
      else rewind(label.slice(0, maxLabelLength));
    },
  };
}

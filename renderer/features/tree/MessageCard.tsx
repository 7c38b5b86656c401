import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../bridge/useAnswer.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useContinueSentence, useDropSentence } from './drag/say.ts';
import { useEntries } from './entries.ts';
import styles from './MessageCard.module.css';
import { canContinue } from './model/tree.ts';
import { useGraph, useGraphState } from './place.ts';
import { useWords, withoutTables } from './words.ts';

/** Characters of the text that the card has room for. */
const length = 420;

/**
 * Below the canvas: what the message under the pointer or the keys says, and what can be done with it. While something
 * is being dragged, what dropping it would do.
 */
export function MessageCard() {
  const sentence = useDropSentence();
  const id = useGraphState((state) => state.hoverId ?? state.focusId);
  return (
    <div className={styles.card}>
      <p role="status" className={sentence ? styles.sentence : styles.silent}>
        {sentence}
      </p>
      {sentence === null && id !== null ? <Said key={id} id={id} /> : null}
    </div>
  );
}

function Said({ id }: { id: string }) {
  const { graph } = useGraph();
  const item = useGraphState(({ drawing }) => {
    const place = drawing?.tree.placeOf.get(id);
    return place === undefined ? 0 : (drawing?.layout.itemOf[place] ?? 0);
  });
  const kind = useGraphState(({ drawing }) => drawing?.layout.items[item]?.kind);
  const tree = useGraphState((state) => state.drawing?.tree);
  const focused = useGraphState((state) => state.focusId === id);
  const place = tree?.placeOf.get(id) ?? 0;
  const words = useWords(id, item);
  const [asked] = useAnswer(
    'branches.excerpts',
    kind === 'message' ? { conversationId: graph.conversationId, ids: [id], length } : null,
  );
  const text = asked.status === 'ready' ? asked.value[0]?.text : undefined;
  const who = words.full.slice(0, words.full.length - words.full.split(': ').slice(1).join(': ').length);
  if (!tree || place === 0) return null;
  return (
    <>
      <p dir="auto" className={styles.text}>
        {kind === 'message' && text ? (
          <>
            <span className={styles.who}>{who}</span>
            {withoutTables(text)}
          </>
        ) : (
          words.full
        )}
      </p>
      {focused ? <Doing id={id} possible={place !== tree.tip && canContinue(tree, place)} /> : null}
    </>
  );
}

/** What can be done with the message that has the focus. */
function Doing({ id, possible }: { id: string; possible: boolean }) {
  const { t } = useTranslation('tree');
  const { onContinue } = useGraph();
  const entries = useEntries();
  const here = useGraphState(({ drawing }) => drawing?.tree.ids[drawing.tree.tip] === id);
  const does = useContinueSentence(id);
  return (
    <div className={styles.doing}>
      {possible ? (
        <Button size="small" onClick={() => onContinue(id)}>
          {t('do.continue')}
        </Button>
      ) : null}
      <span className={styles.does}>{here ? t('say.stays') : does}</span>
      <Menu
        trigger={<IconButton icon={Ellipsis} name={t('do.more')} size="small" tooltipSide="left" />}
        entries={entries}
        align="end"
        side="top"
      />
    </div>
  );
}

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Original as Recalled } from '#contract';
import { call } from '../../../bridge/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Verbatim, VerbatimAttachment } from '../Verbatim.tsx';

type Known = { found: Recalled; text: string; parts: number };

/** [L7] The original of what was set aside, a part at a time. */
export function Original({ conversationId, id }: { conversationId: string; id: string }) {
  const { t } = useTranslation(['context', 'common']);
  const [known, setKnown] = useState<Known | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [wanted, setWanted] = useState({ part: 1 });
  useEffect(() => {
    let here = true;
    setFailure(null);
    call('context.recall', { conversationId, id, part: wanted.part }).then(
      (found) => {
        if (here) setKnown((before) => withPart(before, found));
      },
      (caught: unknown) => {
        if (here) setFailure(caught);
      },
    );
    return () => {
      here = false;
    };
  }, [conversationId, id, wanted]);
  if (failure)
    return (
      <FailureState
        failure={failure}
        look="inline"
        actions={
          <Button size="small" onClick={() => setWanted({ ...wanted })}>
            {t('common:retry')}
          </Button>
        }
      />
    );
  if (!known) return <Skeleton label={t('part.loading')} lines={2} />;
  if (known.found.kind === 'image') return <VerbatimAttachment attachment={known.found.attachment} />;
  const { part, images } = known.found;
  return (
    <>
      <Verbatim
        label={t('edit.original')}
        text={known.text}
        rest={Math.round((known.text.length / part) * (known.parts - part))}
        onMore={() => setWanted({ part: part + 1 })}
      />
      {images.map((image) => (
        <VerbatimAttachment key={image.hash} attachment={image} />
      ))}
    </>
  );
}

function withPart(before: Known | null, found: Recalled): Known {
  if (found.kind === 'image') return { found, text: '', parts: 1 };
  const images = found.part === 1 || before?.found.kind !== 'text' ? found.images : before.found.images;
  const text = found.part === 1 ? found.text : (before?.text ?? '') + found.text;
  return { found: { ...found, images }, text, parts: found.parts };
}

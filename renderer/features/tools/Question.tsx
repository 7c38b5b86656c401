import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalDecision, ApprovalRequest } from '#contract';
import { call } from '../../bridge/call.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import styles from './Questions.module.css';

/** One question: what an agent wants, where and why, and the answers. */
export function Question({ request }: { request: ApprovalRequest }) {
  const { t } = useTranslation('tools');
  const failed = useFailureToast();
  const titleId = useId();
  const [decided, setDecided] = useState(false);
  const { id, agentName: agent, kind, place, grantPlace, why, content } = request;
  const decide = (decision: ApprovalDecision) => {
    if (decided) return;
    setDecided(true);
    call('tools.decide', { id, decision }).catch((caught: unknown) => {
      setDecided(false);
      failed(caught);
    });
  };
  return (
    <section aria-label={t('asks.label', { agent })} aria-describedby={titleId}>
      <Card className={styles.question}>
        <h3 id={titleId} className={styles.title}>
          {title(t, request)}
        </h3>
        {kind === 'screen' || kind === 'server' ? null : <p className={styles.place}>{place}</p>}
        {why === '' ? null : <p className={styles.why}>{t('asks.why', { why })}</p>}
        {content === '' ? null : (
          <details className={styles.details}>
            <summary>{t(kind === 'write' ? 'asks.written' : 'asks.sent')}</summary>
            <ScrollBox label={t(kind === 'write' ? 'asks.written' : 'asks.sent')} className={styles.box}>
              <pre className={styles.content}>{content}</pre>
            </ScrollBox>
          </details>
        )}
        <div className={styles.buttons}>
          <Button onClick={() => decide('deny')}>{t('asks.deny')}</Button>
          <Button variant="primary" onClick={() => decide('once')}>
            {t('asks.once')}
          </Button>
          <Button onClick={() => decide('conversation')}>{t('asks.conversation')}</Button>
          <Button onClick={() => decide('always')}>{t('asks.always')}</Button>
        </div>
        <p className={styles.scope}>
          {kind === 'screen'
            ? t('asks.scopeScreen')
            : t('asks.scope', { place: kind === 'server' ? toolOf(request) : grantPlace })}
        </p>
      </Card>
    </section>
  );
}

function title(t: TFunction<'tools'>, request: ApprovalRequest): string {
  const { agentName: agent, kind, grantPlace, server, replaces } = request;
  switch (kind) {
    case 'web':
      return t('asks.web', { agent, site: grantPlace });
    case 'read':
      return t('asks.read', { agent });
    case 'write':
      return t(replaces ? 'asks.replace' : 'asks.write', { agent });
    case 'screen':
      return t('asks.screen', { agent });
    case 'server':
      return t('asks.server', { agent, server, tool: toolOf(request) });
  }
}

/** The name that the server itself gives its tool. */
function toolOf({ place }: ApprovalRequest): string {
  return place.slice(place.indexOf('/') + 1);
}

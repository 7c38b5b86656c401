import { MessageSquare, Plus } from 'lucide-react';
import { BridgeFailure } from '../../../renderer/bridge/call.ts';
import { Button } from '../../../renderer/ui/Button.tsx';
import { Card } from '../../../renderer/ui/Card.tsx';
import { EmptyState } from '../../../renderer/ui/EmptyState.tsx';
import { ErrorState } from '../../../renderer/ui/ErrorState.tsx';
import { FailureState } from '../../../renderer/ui/FailureState.tsx';
import { ProgressLine } from '../../../renderer/ui/ProgressLine.tsx';
import { RingGauge } from '../../../renderer/ui/RingGauge.tsx';
import { Skeleton } from '../../../renderer/ui/Skeleton.tsx';
import { Tabs } from '../../../renderer/ui/Tabs.tsx';
import { Columns, Held, Row, Section } from './parts.tsx';

const refused = new BridgeFailure({
  code: 'provider_auth',
  message: '401 Unauthorized',
  params: { provider: 'OpenAI' },
  detail: 'POST https://api.openai.com/v1/chat/completions\n401 invalid_api_key',
});

export function States() {
  return (
    <>
      <Section title="States">
        <Columns>
          <Card>
            <EmptyState
              icon={MessageSquare}
              title="Your conversations will be here"
              action={<Button icon={Plus}>New conversation</Button>}
            >
              Start one, or bring yours from another app.
            </EmptyState>
          </Card>
          <Card>
            <Skeleton label="Loading conversations" lines={5} />
          </Card>
          <Card>
            <ErrorState
              title="The trash could not be read."
              detail="SQLITE_IOERR: disk I/O error"
              actions={<Button>Try again</Button>}
            >
              Nothing was changed.
            </ErrorState>
          </Card>
          <Card floating>
            <p>A card that floats.</p>
          </Card>
        </Columns>
        <FailureState
          failure={refused}
          look="inline"
          actions={<Button size="small">Open the key page</Button>}
        />
        <FailureState failure={new BridgeFailure({ code: 'provider_network', message: 'x' })} look="inline" />
      </Section>
      <Section title="Measures">
        <Row>
          <RingGauge value={0.2} label="The model's memory: plenty of room" word="plenty" />
          <RingGauge value={0.5} label="The model's memory: half full" word="half full" />
          <RingGauge value={0.8} label="The model's memory: getting full" word="getting full" />
          <RingGauge value={0.95} label="The model's memory: nearly full" word="nearly full" />
        </Row>
        <ProgressLine label="Reading the archive" value={0.4} />
        <ProgressLine label="Connecting" />
      </Section>
      <Section title="Tabs">
        <Card>
          <Held start="branches">
            {(value, set) => (
              <Tabs
                label="Side panel"
                value={value}
                onValueChange={set}
                tabs={['branches', 'memory', 'pages', 'compare'].map((name) => ({
                  value: name,
                  label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
                  content: <p>{name}</p>,
                }))}
              />
            )}
          </Held>
        </Card>
      </Section>
    </>
  );
}

import { useEvent } from '../../../bridge/events.ts';
import { useAnswer } from '../../../bridge/useAnswer.ts';
import { AllowedList } from './AllowedList.tsx';
import { LocalPages } from './LocalPages.tsx';
import { ServerList } from './ServerList.tsx';

/** What agents may do, and what brings them more tools. */
export function ToolsSettings() {
  const [grants, againGrants] = useAnswer('tools.grants', {});
  const [servers, againServers] = useAnswer('tools.servers', {});
  useEvent('tools', () => {
    againGrants();
    againServers();
  });
  return (
    <>
      <AllowedList grants={grants} onAgain={againGrants} />
      <LocalPages />
      <ServerList servers={servers} onAgain={againServers} />
    </>
  );
}

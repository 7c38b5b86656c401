import { LadderChoices } from '../../../../main/context/ladder-settings.ts';
import { Pages } from '../../../../main/context/pages.ts';
import { PromptCaches } from '../../../../main/context/prompt-caches.ts';
import { ReaderMemory } from '../../../../main/context/reader-memory.ts';
import type { RoomServices } from '../../../../main/context/turn-room.ts';
import { silentLog, systemEnvironment } from '../../../host/test-services.ts';
import type { Stage } from './stage.ts';

/** What making room takes from the rest of the app, for one story. */
export function openRoom(stage: Stage, factor: number): RoomServices {
  const kept = new Map<string, unknown>();
  const settings = {
    get: <T>(key: string, _: unknown, fallback: T): T => (kept.get(key) as T | undefined) ?? fallback,
    set: (key: string, value: unknown) => void kept.set(key, value),
  };
  const planner = stage.planner(factor);
  return {
    planner,
    pages: new Pages(stage.folder, planner),
    memory: new ReaderMemory(settings as never),
    caches: new PromptCaches(),
    choices: new LadderChoices(settings as never),
    originals: {} as never,
    events: { publish: () => {} },
    environment: systemEnvironment,
    schedule: () => () => {},
    log: silentLog,
  };
}

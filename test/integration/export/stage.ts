import { onTestFinished } from 'vitest';
import type { Preferences } from '#contract';
import { type ExportStage, openExportStage } from './open-stage.ts';

/** A stage that is closed after the test. */
export async function openStage(preferences?: Pick<Preferences, 'language'>): Promise<ExportStage> {
  const stage = await openExportStage(preferences);
  onTestFinished(() => stage.close());
  return stage;
}

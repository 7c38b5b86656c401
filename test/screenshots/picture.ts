import type { Page } from '@playwright/test';
import type { Preferences } from '#contract';
import type { Scene } from './scene.ts';

/** One picture of the documents. */
export interface Picture {
  name: string;
  /** Of the window, in its own pixels. */
  width: number;
  height: number;
  look?: Partial<Pick<Preferences, 'theme' | 'language' | 'welcomed'>>;
  /** Where the window opens. */
  route(scene: Scene): string;
  /** What is done before the picture is taken; answers what to show of the window, all of it by default. */
  prepare?(page: Page, scene: Scene): Promise<Clip | undefined>;
}

export interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What the services ask of whatever hosts them: Electron, or the test host. */
export interface ShellPort {
  /** The system's dialog to choose files; empty when cancelled. */
  pickFiles(): Promise<string[]>;
  /** The system's dialog for a place to save to; null when cancelled. */
  pickSavePath(suggestedName: string): Promise<string | null>;
  /** Hands an address that was checked to the system. */
  openExternal(url: string): Promise<void>;
  showFolder(folder: string): Promise<void>;
  copy(content: { text: string; html?: string }): Promise<void>;
  /** A named moment of the window's start; `at` in milliseconds since the epoch. */
  mark(name: string, at: number): void;
  /** The window's look follows these at once, before the renderer has them. */
  preferencesChanged(preferences: { theme: 'system' | 'light' | 'dark'; language: string }): void;
}

/** What the services ask of whatever hosts them: Electron, or the test host. */
export interface ShellPort {
  /** The system's dialog to choose files; empty when cancelled. */
  pickFiles(): Promise<string[]>;
  /** The system's dialog to choose a folder; null when cancelled. */
  pickFolder(): Promise<string | null>;
  /** The system's dialog for a place to save to; null when cancelled. */
  pickSavePath(suggestedName: string): Promise<string | null>;
  /**
   * The system's dialog for a place to export to; null when cancelled. It asks before it answers with the path of a
   * file that is there.
   */
  pickExportPath(suggestedName: string): Promise<string | null>;
  /** Opens what lays out pages of HTML on paper. */
  openPrinter(): Promise<Printer>;
  /** A picture of the main screen as a PNG; absent where there is no screen. */
  captureScreen?(): Promise<{ png: Uint8Array } | { problem: string }>;
  /** The address of the proxy through which the system reaches an address; null for none. */
  proxyFor?(url: string): Promise<string | null>;
  /** Hands an address that was checked to the system. */
  openExternal(url: string): Promise<void>;
  showFolder(folder: string): Promise<void>;
  copy(content: { text: string; html?: string }): Promise<void>;
  /** A named moment of the window's start; `at` in milliseconds since the epoch. */
  mark(name: string, at: number): void;
  /** The window's look follows these at once, before the renderer has them. */
  preferencesChanged(preferences: { theme: 'system' | 'light' | 'dark'; language: string }): void;
}

/** Prints one page of HTML after the other; who opened it closes it. */
export interface Printer {
  /** About how many bytes of HTML it lays out in little memory; a picture's count an eighth. */
  readonly comfortable: number;
  /**
   * Makes a PDF of a page: everything is in it, and nothing in it runs. Throws what the browser says, and where it was
   * called off.
   *
   * @param html path of the page
   */
  print(html: string, signal: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
}

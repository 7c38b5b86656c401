/** What an image has to be: pixels a side, bytes of the file, and the types that are taken. */
export interface FitGoal {
  side: number;
  bytes: number;
  types: readonly string[];
}

/** What the media worker is asked for. */
export type MediaTask =
  | { kind: 'fit'; bytes: Uint8Array; goal: FitGoal }
  | { kind: 'pdf'; bytes: Uint8Array };

export interface FittedImage {
  mime: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Why nothing came of it, or what did. */
export type MediaAnswer =
  | { kind: 'fitted'; image: FittedImage }
  | { kind: 'text'; text: string }
  | { kind: 'failed'; reason: 'damaged' | 'locked' | 'too-large'; detail: string };

export type MediaReply = { id: number; answer: MediaAnswer };

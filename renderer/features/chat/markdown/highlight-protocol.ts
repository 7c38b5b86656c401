/** Text and the class that colours it; an empty class is plain text. Travels often, so it is small. */
export type CodeToken = readonly [text: string, look: string];

export interface HighlightRequest {
  id: number;
  code: string;
  /** An id of `codeLanguages`. */
  language: string;
}

/** Null lines: this code cannot be coloured, and stays plain. */
export interface HighlightAnswer {
  id: number;
  lines: CodeToken[][] | null;
}

import { useEffect, useState } from 'react';

export interface Options<Option> {
  open: boolean;
  options: readonly Option[];
  /** Place of the marked option, from 0. */
  active: number;
  hover: (place: number) => void;
  /** Whether the menu took the key: arrows, Escape, Enter and Tab. */
  onKey: (key: string) => boolean;
}

interface Given<Option> {
  options: readonly Option[];
  /** Another query starts at the top again, and is open again after Escape. */
  query: string;
  focused: boolean;
  onChoose: (option: Option) => void;
  /** What Tab does where that is not to choose. */
  onTab?: (option: Option) => boolean;
}

/** The marked line of a menu whose keys are typed in the text above it. Closed while the text has not the focus. */
export function useOptions<Option>(given: Given<Option>): Options<Option> {
  const { options, query, focused, onChoose, onTab } = given;
  const [marked, setMarked] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query starts at the top again
  useEffect(() => setMarked(0), [query]);
  const active = Math.min(marked, options.length - 1);
  return {
    open: focused && options.length > 0 && closedFor !== query,
    options,
    active,
    hover: setMarked,
    onKey: (key) => {
      const option = options[active];
      if (key === 'ArrowDown') setMarked((active + 1) % options.length);
      else if (key === 'ArrowUp') setMarked((active + options.length - 1) % options.length);
      else if (key === 'Escape') setClosedFor(query);
      else if (option === undefined || (key !== 'Enter' && key !== 'Tab')) return false;
      else if (key === 'Enter' || !onTab?.(option)) onChoose(option);
      return true;
    },
  };
}

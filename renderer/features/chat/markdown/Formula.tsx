import type Katex from 'katex';
import { useEffect, useRef, useState } from 'react';
import styles from './Markdown.module.css';

type KatexModule = typeof Katex;

let loaded: KatexModule | null = null;
let loading: Promise<KatexModule> | null = null;

/** Fetched with the first formula; most conversations have none. */
function loadKatex(): Promise<KatexModule> {
  loading ??= Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(([module]) => {
    loaded = module.default;
    return loaded;
  });
  return loading;
}

/** Longest formula that is set, in characters; a longer one stays as it was written. */
const longest = 10_000;

/**
 * A TeX formula. KaTeX builds its own elements here rather than HTML text, so no markup of the model's is ever
 * parsed; commands that could load or link anything are off.
 */
export function Formula({ tex, display }: { tex: string; display: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const katex = useKatex();
  useEffect(() => {
    if (!katex || !place.current || tex.length > longest) return;
    katex.render(tex, place.current, {
      displayMode: display,
      throwOnError: false,
      errorColor: 'var(--danger)',
      trust: false,
      strict: false,
      maxSize: 20,
      maxExpand: 500,
    });
  }, [katex, tex, display]);
  // KaTeX fills the span: React must not own what is inside once it has.
  const raw = katex && tex.length <= longest ? null : tex;
  return (
    <span className={display ? styles.display : styles.inlineFormula}>
      <span
        key={raw === null ? 'set' : 'raw'}
        ref={place}
        className={raw === null ? undefined : styles.rawFormula}
      >
        {raw}
      </span>
    </span>
  );
}

function useKatex(): KatexModule | null {
  const [katex, setKatex] = useState(() => loaded);
  useEffect(() => {
    if (katex) return;
    let here = true;
    // Without KaTeX the formula stays readable as it was written.
    loadKatex().then(
      (module) => here && setKatex(() => module),
      (cause: unknown) => console.error(cause),
    );
    return () => {
      here = false;
    };
  }, [katex]);
  return katex;
}

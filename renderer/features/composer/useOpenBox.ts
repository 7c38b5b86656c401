import { useEffect, useMemo } from 'react';
import { ComposerBox } from './box.ts';

/** Opens a conversation's composer for as long as the component shows it. */
export function useOpenBox(conversationId: string): ComposerBox {
  const box = useMemo(() => new ComposerBox(conversationId), [conversationId]);
  useEffect(() => {
    void box.open();
    const flush = () => box.flush();
    const onHide = () => {
      if (document.hidden) flush();
    };
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', onHide);
      flush();
    };
  }, [box]);
  return box;
}

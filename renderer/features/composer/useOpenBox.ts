import { useEffect, useState } from 'react';
import { ComposerBox } from './box.ts';

/** Opens a conversation's composer for as long as the component shows it. Null in the first moment. */
export function useOpenBox(conversationId: string): ComposerBox | null {
  const [box, setBox] = useState<ComposerBox | null>(null);
  useEffect(() => {
    const opened = new ComposerBox(conversationId);
    setBox(opened);
    void opened.open();
    const flush = () => opened.flush();
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
  }, [conversationId]);
  return box?.conversationId === conversationId ? box : null;
}

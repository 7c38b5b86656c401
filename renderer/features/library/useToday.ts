import { useEffect, useState } from 'react';
import { untilTomorrow } from './groups.ts';

/** A moment of today, in milliseconds since 1970. Renders again when the day changes, after sleep as well. */
export function useToday(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const renew = () => setNow(Date.now());
    const timer = setTimeout(renew, untilTomorrow(now) + 1000);
    const onVisible = () => {
      if (!document.hidden && new Date(now).toDateString() !== new Date().toDateString()) renew();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [now]);
  return now;
}

import { useEffect, useState } from 'react';

/** The screen's pixels for a CSS pixel; follows the window from screen to screen. */
export function usePixelRatio(): number {
  const [ratio, setRatio] = useState(() => window.devicePixelRatio);
  useEffect(() => {
    const media = window.matchMedia(`(resolution: ${ratio}dppx)`);
    const onChange = () => setRatio(window.devicePixelRatio);
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  }, [ratio]);
  return ratio;
}

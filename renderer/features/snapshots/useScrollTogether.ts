import { type RefObject, useEffect } from 'react';

/** Where a character stands in a text that is laid out, and which character stands somewhere. */
interface TextPlaces {
  /** px from the top of the content. */
  topOf(offset: number): number;
  length: number;
}

/**
 * Keeps a page and its text at the same place: whichever is scrolled, the other follows, character by character. A
 * page is filled evenly, so its height tells how many characters have gone by; a text is not, so it is asked.
 *
 * @param key changes with what is shown: both begin at the top then
 */
export function useScrollTogether(
  page: RefObject<HTMLElement | null>,
  text: RefObject<HTMLElement | null>,
  key: string,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts over
  useEffect(() => {
    const [image, words] = [page.current, text.current];
    if (!image || !words) return;
    image.scrollTop = 0;
    words.scrollTop = 0;
    // Where we put them ourselves: their scroll event is no one's wish.
    const put = new WeakMap<HTMLElement, number>();
    const move = (element: HTMLElement, top: number) => {
      element.scrollTop = top;
      put.set(element, element.scrollTop);
    };
    const own = (element: HTMLElement) => Math.abs((put.get(element) ?? Number.NaN) - element.scrollTop) < 1;
    const onPage = () => {
      const most = room(image);
      if (own(image) || most === 0) return;
      const places = placesIn(words);
      const top = places.topOf(Math.round((image.scrollTop / most) * places.length));
      move(words, (top * room(words)) / words.scrollHeight);
    };
    const onText = () => {
      const most = room(words);
      if (own(words) || most === 0) return;
      const places = placesIn(words);
      const offset = offsetAt(places, (words.scrollTop * words.scrollHeight) / most);
      move(image, (offset / Math.max(1, places.length)) * room(image));
    };
    image.addEventListener('scroll', onPage, { passive: true });
    words.addEventListener('scroll', onText, { passive: true });
    return () => {
      image.removeEventListener('scroll', onPage);
      words.removeEventListener('scroll', onText);
    };
  }, [page, text, key]);
}

function room(element: HTMLElement): number {
  return element.scrollHeight - element.clientHeight;
}

function placesIn(scroller: HTMLElement): TextPlaces {
  const node = document.createTreeWalker(scroller, NodeFilter.SHOW_TEXT).nextNode();
  const length = node?.nodeValue?.length ?? 0;
  const range = document.createRange();
  const origin = scroller.getBoundingClientRect().top - scroller.scrollTop;
  return {
    length,
    topOf: (offset) => {
      if (!node || length === 0) return 0;
      if (offset >= length) return scroller.scrollHeight;
      range.setStart(node, offset);
      range.setEnd(node, Math.min(length, offset + 1));
      return range.getBoundingClientRect().top - origin;
    },
  };
}

/** The last character that begins at or above a height, found by halving. */
function offsetAt({ topOf, length }: TextPlaces, top: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (topOf(middle) <= top) low = middle;
    else high = middle - 1;
  }
  return low;
}

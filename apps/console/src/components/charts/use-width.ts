import { type RefCallback, useCallback, useState } from 'react';

/** Width where nothing has been laid out yet. */
const ASSUMED = 640;

/** The width of an element, followed; a chart draws to it, so that its letters keep their size. */
export const useWidth = (): [width: number, ref: RefCallback<HTMLElement>] => {
  const [width, setWidth] = useState(ASSUMED);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(160, Math.round(entry.contentRect.width))),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, ref];
};

import { type RefObject, useLayoutEffect } from 'react';

const GAP = 2;
/** Between the list and the edge of the window. */
const MARGIN = 8;
/** Less room than this below a field, and more above it, and the list opens upwards. */
const ENOUGH = 216;

/**
 * Lays a list under its field, or above it where there is more room, over whatever scrolls around it: a dialog would cut it at its
 * edge. What does not fit scrolls. It stays with the field while anything around it scrolls.
 */
export const useFloating = (
  isOpen: boolean,
  field: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
): void => {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const place = () => {
      if (!field.current || !list.current) return;
      const { top, bottom, left, width } = field.current.getBoundingClientRect();
      const below = window.innerHeight - bottom - GAP - MARGIN;
      const above = top - GAP - MARGIN;
      const isUp = below < ENOUGH && above > below;
      Object.assign(list.current.style, {
        left: `${left}px`,
        width: `${width}px`,
        top: isUp ? 'auto' : `${bottom + GAP}px`,
        bottom: isUp ? `${window.innerHeight - top + GAP}px` : 'auto',
        maxHeight: `${Math.max(0, Math.min(ENOUGH, isUp ? above : below))}px`,
      });
    };
    place();
    window.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  }, [isOpen, field, list]);
};

import { useEffect, useRef } from 'react';

const LEAVING = ['pagehide', 'beforeunload', 'visibilitychange'] as const;

/** Calls the newest `act` before anything that may end the page, and when the calling component unmounts. */
export const useBeforeLeaving = (act: () => Promise<void>): void => {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  }, [act]);
  useEffect(() => {
    const leave = () => void newest.current();
    for (const event of LEAVING) window.addEventListener(event, leave);
    return () => {
      for (const event of LEAVING) window.removeEventListener(event, leave);
      leave();
    };
  }, []);
};

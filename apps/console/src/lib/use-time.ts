import { useEffect, useRef, useState } from 'react';

const MINUTE = 60_000;

/** The time in milliseconds, at most a minute old: for texts that say how long something has been waiting. */
export const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** Pause in typing before a filter is applied. */
const PAUSE_MS = 300;

/**
 * A field whose value is applied after a pause, and which follows the applied value if that changes elsewhere (back, a
 * removed chip).
 */
export const useDebounced = (applied: string, apply: (value: string) => void): [string, (value: string) => void] => {
  const [text, setText] = useState(applied);
  const [lastApplied, setLastApplied] = useState(applied);
  /** What this field applied last: its echo must not overwrite what has been typed meanwhile. */
  const [lastOwnValue, setLastOwnValue] = useState(applied);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(apply);
  if (lastApplied !== applied) {
    setLastApplied(applied);
    if (applied !== lastOwnValue) {
      setLastOwnValue(applied);
      setText(applied);
    }
  }
  useEffect(() => {
    latest.current = apply;
  }, [apply]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    text,
    (value) => {
      setText(value);
      clearTimeout(timer.current);
      const { pathname } = window.location;
      timer.current = setTimeout(() => {
        // While a new page loads, the previous one stays on the screen: applying its filter now would navigate the user
        // back.
        if (window.location.pathname !== pathname) return;
        setLastOwnValue(value.trim());
        latest.current(value.trim());
      }, PAUSE_MS);
    },
  ];
};

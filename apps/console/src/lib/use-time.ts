import { useEffect, useRef, useState } from 'react';

const MINUTE = 60_000;

/**
 * The time, in milliseconds, as it was at most a minute ago: for texts that say how long something has been waiting.
 */
export const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** Pause in typing after which a filter runs. */
const PAUSE_MS = 300;

/**
 * A field whose value is applied after a pause, and which follows the applied value when that changes elsewhere (back,
 * a chip taken away).
 */
export const useDebounced = (applied: string, apply: (value: string) => void): [string, (value: string) => void] => {
  const [typed, setTyped] = useState(applied);
  const [lastApplied, setKnown] = useState(applied);
  /** What this field applied last: its echo must not overwrite what has been typed meanwhile. */
  const [sent, setSent] = useState(applied);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(apply);
  if (lastApplied !== applied) {
    setKnown(applied);
    if (applied !== sent) {
      setSent(applied);
      setTyped(applied);
    }
  }
  useEffect(() => {
    latest.current = apply;
  }, [apply]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    typed,
    (value) => {
      setTyped(value);
      clearTimeout(timer.current);
      const { pathname } = window.location;
      timer.current = setTimeout(() => {
        // A page that is being loaded leaves the one before on the screen: its filter, applied now, would call the user
        // back.
        if (window.location.pathname !== pathname) return;
        setSent(value.trim());
        latest.current(value.trim());
      }, PAUSE_MS);
    },
  ];
};

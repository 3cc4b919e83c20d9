import { useEffect, useRef, useState } from 'react';

/** Pause in typing after which a filter runs (DESIGN 4). */
const PAUSE_MS = 300;

/** A field whose value is applied after a pause, and which follows the applied value when that changes elsewhere (back, a chip taken away). */
export const useDebounced = (applied: string, apply: (value: string) => void): [string, (value: string) => void] => {
  const [typed, setTyped] = useState(applied);
  const [known, setKnown] = useState(applied);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(apply);
  if (known !== applied) {
    setKnown(applied);
    if (typed.trim() !== applied) setTyped(applied);
  }
  useEffect(() => {
    latest.current = apply;
  }, [apply]);
  useEffect(() => () => clearTimeout(timer.current), [applied]);
  return [
    typed,
    (value) => {
      setTyped(value);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current(value), PAUSE_MS);
    },
  ];
};

import { useEffect, useState } from 'react';

/** 001 PK-006: what follows from the chosen parameters is asked for once choosing has paused. */
const PAUSE_MS = 300;

/** A value that has stood still for a moment. */
export const useSettled = <Value>(value: Value): Value => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};

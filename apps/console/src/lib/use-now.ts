import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** The time, in milliseconds, as it was at most a minute ago: for texts that say how long something has been waiting. */
export const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/**
 * Calls `onSilence` once, when `ms` have passed since it was made or last heard of something.
 * A process that was busy runs its timers before it reads its sockets, so a last turn is given to what has arrived meanwhile.
 */
export const onSilence = (ms: number, onSilence: () => void): { heard(): void; over(): void } => {
  let isHeard = false;
  let isOver = false;
  const timer = setTimeout(() => {
    isHeard = false;
    setImmediate(() => {
      if (!isHeard && !isOver) onSilence();
    });
  }, ms);
  return {
    heard: () => {
      isHeard = true;
      timer.refresh();
    },
    over: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
};

import { NoAnswer } from './calls.js';

/** Seconds between tries; a network that comes back ends a wait at once. */
const PAUSES_S = [1, 2, 4, 8, 15, 30];

const untilOnlineOr = (seconds: number): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, seconds * 1000);
    window.addEventListener('online', go);
  });

/** Asks again while nobody answers, a minute at most. The request must be safe to repeat. @throws what `ask` throws in the end */
export const keepAsking = async <Answer>(ask: () => Promise<Answer>, onPause: () => void): Promise<Answer> => {
  for (const pause of PAUSES_S) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      onPause();
      await untilOnlineOr(pause);
    }
  }
  return ask();
};

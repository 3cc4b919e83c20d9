import type { AllStreamSubscription, StreamSubscription } from '@eventstore/db-client';
import { failureOf } from './node.js';

/** What a subscription says, in the words of the list, as it comes. */
export type Watch = {
  seen: string[];
  /** Resolves with all that was seen as soon as there are that many; rejects after 10 s. */
  until(count: number): Promise<string>;
};

export const watch = (
  subscription: StreamSubscription | AllStreamSubscription,
  say: (event: { revision: bigint; type: string }) => string = ({ revision }) => String(Number(revision)),
): Watch => {
  const seen: string[] = [];
  const waiting = new Set<() => void>();
  const note = (word: string) => {
    seen.push(word);
    for (const look of waiting) look();
  };
  const source = subscription as StreamSubscription;
  source.on('confirmation', () => note('conf'));
  source.on('caughtUp', () => note('caughtUp'));
  source.on('data', ({ event }) => note(event ? say(event) : 'a link'));
  source.on('error', (error: unknown) => note(failureOf(error)));
  source.on('end', () => note('end'));
  const until = (count: number) =>
    new Promise<string>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`waited for ${count}, saw ${seen.join()}`)), 10_000);
      const look = () => {
        if (seen.length < count) return;
        clearTimeout(late);
        waiting.delete(look);
        resolve(seen.join());
      };
      waiting.add(look);
      look();
    });
  return { seen, until };
};

import type { AllStreamSubscription, StreamSubscription } from '@eventstore/db-client';
import { failureOf } from './node.js';

/** The messages of a subscription as words. */
export type Watch = {
  seen: string[];
  /** Resolves with all messages joined as soon as there are that many; rejects after 10 s. */
  until(count: number): Promise<string>;
};

export const watch = (
  subscription: StreamSubscription | AllStreamSubscription,
  format: (event: { revision: bigint; type: string }) => string = ({ revision }) => String(Number(revision)),
): Watch => {
  const seen: string[] = [];
  const waiting = new Set<() => void>();
  const record = (word: string) => {
    seen.push(word);
    for (const check of waiting) check();
  };
  const source = subscription as StreamSubscription;
  source.on('confirmation', () => record('conf'));
  source.on('caughtUp', () => record('caughtUp'));
  source.on('data', ({ event }) => record(event ? format(event) : 'a link'));
  source.on('error', (error: unknown) => record(failureOf(error)));
  source.on('end', () => record('end'));
  const until = (count: number) =>
    new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`expected ${count} messages, got ${seen.join()}`)), 10_000);
      const check = () => {
        if (seen.length < count) return;
        clearTimeout(timer);
        waiting.delete(check);
        resolve(seen.join());
      };
      waiting.add(check);
      check();
    });
  return { seen, until };
};

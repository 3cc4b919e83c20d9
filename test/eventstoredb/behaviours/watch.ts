import type { AllStreamSubscription, StreamSubscription } from '@eventstore/db-client';
import { failureOf } from './node.js';

/** The messages of a subscription as short texts. */
export type Watch = {
  entries: string[];
  /** Resolves with all messages joined as soon as there are that many; rejects after 10 s. */
  waitForCount(count: number): Promise<string>;
};

export const watch = (
  subscription: StreamSubscription | AllStreamSubscription,
  format: (event: { revision: bigint; type: string }) => string = ({ revision }) => String(Number(revision)),
): Watch => {
  const entries: string[] = [];
  const waiters = new Set<() => void>();
  const record = (entry: string) => {
    entries.push(entry);
    for (const check of waiters) check();
  };
  const source = subscription as StreamSubscription;
  source.on('confirmation', () => record('conf'));
  source.on('caughtUp', () => record('caughtUp'));
  source.on('data', ({ event }) => record(event ? format(event) : 'a link'));
  source.on('error', (error: unknown) => record(failureOf(error)));
  source.on('end', () => record('end'));
  const waitForCount = (count: number) =>
    new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`expected ${count} messages, got ${entries.join()}`)), 10_000);
      const check = () => {
        if (entries.length < count) return;
        clearTimeout(timer);
        waiters.delete(check);
        resolve(entries.join());
      };
      waiters.add(check);
      check();
    });
  return { entries, waitForCount };
};

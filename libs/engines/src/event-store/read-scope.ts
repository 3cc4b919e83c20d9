import { AsyncLocalStorage } from 'node:async_hooks';

/** How long one proof of freshness counts within a scope; whoever works longer asks again. */
const HOLDS_MS = 2_000;

/** Work that belongs together, e.g. one request: its reads of the log share one proof that what is known in memory is not outdated. */
type ReadScope = { proof: Promise<boolean> | null; provenAt: number };

const scopes = new AsyncLocalStorage<ReadScope>();

/**
 * Runs `work` as one reader of the log. What the log held before `work` began is seen by all its reads; what others append meanwhile may
 * be seen or not, and an append on an outdated head is refused by the log as ever. Engines that need no proof ignore it.
 */
export const withReadScope = <Result>(work: () => Result): Result => scopes.run({ proof: null, provenAt: 0 }, work);

/** The proof of the current scope, or what `prove` gives where there is no scope, or none yet, or where the last one is too old. */
export const proveOncePerScope = (prove: () => Promise<boolean>): Promise<boolean> => {
  const scope = scopes.getStore();
  if (!scope) return prove();
  const now = performance.now();
  if (scope.proof && now - scope.provenAt < HOLDS_MS) return scope.proof;
  scope.provenAt = now;
  scope.proof = prove();
  return scope.proof;
};

import { AsyncLocalStorage } from 'node:async_hooks';

/** How long one proof of freshness counts within a scope; whoever works longer asks again. */
const HOLDS_MS = 2_000;

type Proof = { result: Promise<unknown>; at: number };

/**
 * Work that belongs together, e.g. one request: its reads share one proof that what is known in memory is not outdated,
 * by whose memory it is.
 */
type ReadScope = Map<object, Proof>;

const scopes = new AsyncLocalStorage<ReadScope>();

/**
 * Runs `work` as one reader. What log and vault held before `work` began is seen by all its reads; what others write
 * meanwhile may be seen or not, and an append on an outdated head is refused by the log as ever. Engines that need no
 * proof ignore it.
 */
export const withReadScope = <Result>(work: () => Result): Result => scopes.run(new Map(), work);

/**
 * The proof for `memory` in the current scope, or what `prove` gives where there is no scope, or none yet, or where the
 * last one is too old.
 */
export const proveOncePerScope = <Result>(memory: object, prove: () => Promise<Result>): Promise<Result> => {
  const scope = scopes.getStore();
  if (!scope) return prove();
  const now = performance.now();
  const cached = scope.get(memory);
  if (cached && now - cached.at < HOLDS_MS) return cached.result as Promise<Result>;
  const result = prove();
  scope.set(memory, { result, at: now });
  return result;
};

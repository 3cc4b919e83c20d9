import { AsyncLocalStorage } from 'node:async_hooks';

/** How long a proof is valid within a scope. */
const VALID_MS = 2_000;

type Proof = { result: Promise<unknown>; at: number };

/**
 * A unit of work, e.g. one request, whose reads share one proof that a memory cache is not outdated. The key is the
 * owner of the cache.
 */
type ReadScope = Map<object, Proof>;

const scopes = new AsyncLocalStorage<ReadScope>();

/**
 * Runs `work` in a read scope. Its reads see everything that was in log and vault before `work` began. They may or may
 * not see what others write meanwhile; the log refuses an append on an outdated head as usual. Engines that need no
 * proof ignore the scope.
 */
export const withReadScope = <Result>(work: () => Result): Result => scopes.run(new Map(), work);

/**
 * The proof for `cacheOwner` in the current scope. Calls `prove` if there is no scope, no proof yet, or if the proof is too
 * old.
 */
export const proveOncePerScope = <Result>(cacheOwner: object, prove: () => Promise<Result>): Promise<Result> => {
  const scope = scopes.getStore();
  if (!scope) return prove();
  const now = performance.now();
  const cached = scope.get(cacheOwner);
  if (cached && now - cached.at < VALID_MS) return cached.result as Promise<Result>;
  const result = prove();
  scope.set(cacheOwner, { result, at: now });
  return result;
};

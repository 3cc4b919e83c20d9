import { asUnavailable } from './engine-failure.js';

/**
 * An engine as its callers have it: whatever its file, its disk or its server fails with is thrown as StoreUnavailable, by every method of
 * its class. What is assigned to the object itself (tests do that) is called as it is.
 */
export const guarded = <Engine extends object>(name: string, engine: Engine): Engine => {
  const methods = new WeakMap<object, unknown>();
  return new Proxy(engine, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function' || Object.hasOwn(target, key)) return value;
      const method = methods.get(value) ?? guardedCall(name, target, value);
      methods.set(value, method);
      return method;
    },
  });
};

// eslint-disable-next-line typescript/no-unsafe-function-type -- whatever method an engine has
const guardedCall = (name: string, target: object, method: Function) => {
  const refuse = (error: unknown): never => {
    throw asUnavailable(error, name);
  };
  return (...given: unknown[]): unknown => {
    let answer: unknown;
    try {
      answer = Reflect.apply(method, target, given);
    } catch (error) {
      return refuse(error);
    }
    if (answer instanceof Promise) return answer.catch(refuse);
    return isAsyncIterable(answer) ? guardedItems(answer, refuse) : answer;
  };
};

const guardedItems = (
  items: AsyncIterable<unknown>,
  refuse: (error: unknown) => never,
): AsyncIterableIterator<unknown> => {
  const iterator = items[Symbol.asyncIterator]();
  return {
    next: () => iterator.next().catch(refuse),
    return: async (value) => (await iterator.return?.(value)) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
};

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

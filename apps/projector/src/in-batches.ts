import { inBackground } from '#engines';

/**
 * Groups what a source yields: everything that has already arrived, up to `max`, in one array. One writer that
 * takes batches keeps up with many small events; a lone event is handed on at once.
 * Whoever leaves early must end the source by other means, too: it may be waiting for its next item for ever.
 */
export async function* inBatches<Item>(source: AsyncIterable<Item>, max: number): AsyncGenerator<Item[]> {
  const iterator = source[Symbol.asyncIterator]();
  let pending = iterator.next();
  try {
    for (;;) {
      const first = await pending;
      if (first.done) return;
      const batch = [first.value];
      pending = iterator.next();
      while (batch.length < max) {
        const next = await Promise.race([pending, laterTurn()]);
        if (next === LATER || next.done) break;
        batch.push(next.value);
        pending = iterator.next();
      }
      yield batch;
    }
  } finally {
    // Not awaited: a generator that waits for its next item answers `return` only after it.
    inBackground(Promise.allSettled([pending, iterator.return?.()]), 'a subscription could not be left');
  }
}

const LATER = Symbol('nothing more has arrived');
const laterTurn = () => new Promise<typeof LATER>((resolve) => setImmediate(resolve, LATER));

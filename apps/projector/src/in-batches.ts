/**
 * Groups what a source yields: everything that has already arrived, up to `max`, in one array. One writer that
 * takes batches keeps up with many small events; a lone event is handed on at once.
 */
export async function* inBatches<Item>(source: AsyncIterable<Item>, max: number): AsyncGenerator<Item[]> {
  const iterator = source[Symbol.asyncIterator]();
  let pending = iterator.next();
  try {
    for (;;) {
      const first = await pending;
      if (first.done) return;
      const batch = [first.value];
      for (;;) {
        pending = iterator.next();
        if (batch.length >= max) break;
        const next = await Promise.race([pending, laterTurn()]);
        if (next === LATER) break;
        if (next.done) {
          yield batch;
          return;
        }
        batch.push(next.value);
      }
      yield batch;
    }
  } finally {
    await iterator.return?.();
  }
}

const LATER = Symbol('nothing more has arrived');
const laterTurn = () => new Promise<typeof LATER>((resolve) => setImmediate(resolve, LATER));

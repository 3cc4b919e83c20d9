/** A quantile, e.g. 0.99. */
export const quantile = (numbers, share) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];

export const elapsedMs = async (work) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/**
 * Runs each case `times` times, alternately with a read of one row, and compares their medians. `baseline` is the
 * result row of the read; `rows` has one result row per case, with its p99 in milliseconds. `before` runs before each
 * turn and is not measured.
 */
export const compareWithRowRead = async (cases, readRow, times, before = async () => {}) => {
  const rows = [];
  const baselines = [];
  for (const [what, run] of Object.entries(cases)) {
    const durations = { run: [], readRow: [] };
    for (let turn = 0; turn < times; turn++) {
      await before(turn);
      durations.readRow.push(await elapsedMs(readRow));
      durations.run.push(await elapsedMs(() => run(turn)));
    }
    const [median, p99] = [quantile(durations.run, 0.5), quantile(durations.run, 0.99)];
    baselines.push(quantile(durations.readRow, 0.5));
    rows.push({
      what,
      figure: `p50 ${median.toFixed(1)} p99 ${p99.toFixed(1)} ms`,
      ratio: quantile(durations.readRow, 0.5) / median,
      p99,
    });
  }
  return {
    baseline: { what: 'one row by its primary key', figure: `p50 ${quantile(baselines, 0.5).toFixed(1)} ms` },
    rows,
  };
};

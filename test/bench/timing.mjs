/** A quantile, e.g. 0.99. */
export const quantile = (numbers, share) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];

export const elapsedMs = async (work) => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/**
 * Runs each case `times` times, alternately with a read of one row, and compares their medians. `baseline` is the
 * result row of the read; `rows` has one result row per case, with its p99 in milliseconds. `beforeEach` runs before each
 * iteration and is not measured.
 */
export const compareWithRowRead = async (cases, readRow, times, beforeEach = async () => {}) => {
  const rows = [];
  const baselines = [];
  for (const [label, run] of Object.entries(cases)) {
    const durations = { run: [], readRow: [] };
    for (let iteration = 0; iteration < times; iteration++) {
      await beforeEach(iteration);
      durations.readRow.push(await elapsedMs(readRow));
      durations.run.push(await elapsedMs(() => run(iteration)));
    }
    const [median, p99] = [quantile(durations.run, 0.5), quantile(durations.run, 0.99)];
    baselines.push(quantile(durations.readRow, 0.5));
    rows.push({
      label,
      figure: `p50 ${median.toFixed(1)} p99 ${p99.toFixed(1)} ms`,
      ratio: quantile(durations.readRow, 0.5) / median,
      p99,
    });
  }
  return {
    baseline: { label: 'one row by its primary key', figure: `p50 ${quantile(baselines, 0.5).toFixed(1)} ms` },
    rows,
  };
};

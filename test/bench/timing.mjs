/** The number at a share of them in their order, e.g. 0.99. */
export const at = (numbers, share) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];

export const milliseconds = async (work) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/**
 * Each case asked `times` times, alternating with a read of one row, against which its median is held. `baseline` is
 * the line of that row; `rows` one line a case, with its p99 in milliseconds. `before` is done before each turn, and is
 * not measured.
 */
export const besideOneRow = async (cases, one, times, before = async () => {}) => {
  const rows = [];
  const ones = [];
  for (const [what, ask] of Object.entries(cases)) {
    const took = { ask: [], one: [] };
    for (let turn = 0; turn < times; turn++) {
      await before(turn);
      took.one.push(await milliseconds(one));
      took.ask.push(await milliseconds(() => ask(turn)));
    }
    const [median, p99] = [at(took.ask, 0.5), at(took.ask, 0.99)];
    ones.push(at(took.one, 0.5));
    rows.push({
      what,
      figure: `p50 ${median.toFixed(1)} p99 ${p99.toFixed(1)} ms`,
      ratio: at(took.one, 0.5) / median,
      p99,
    });
  }
  return { baseline: { what: 'one row by its primary key', figure: `p50 ${at(ones, 0.5).toFixed(1)} ms` }, rows };
};

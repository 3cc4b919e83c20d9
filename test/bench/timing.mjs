/** The number at a share of them in their order, e.g. 0.99. */
export const at = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];

export const milliseconds = async (work) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

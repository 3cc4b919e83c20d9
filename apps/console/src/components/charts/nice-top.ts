/** The least round number of 1, 2, 4, 5, 6 or 8 times a power of ten that is at least `most`; even from 2 on, so that its half is a whole number. */
export const niceTop = (most: number): number => {
  if (most <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(most));
  const steps = power === 1 ? [2, 4, 6, 8, 10] : [1, 2, 4, 5, 6, 8, 10];
  return (steps.find((step) => step * power >= most) ?? 10) * power;
};

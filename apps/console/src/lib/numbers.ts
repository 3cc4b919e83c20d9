/** 12345 -> 12,345. */
export const formatCount = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** A part of a whole as a percentage with one decimal, rounded to the nearest; null if nothing was counted. */
export const percentOf = (part: number, total: number): string | null =>
  total === 0 ? null : `${((part / total) * 100).toFixed(1)}%`;

/** A rate as a percentage with one decimal, rounded down: 100% only if it is reached. */
export const percentRoundedDown = (rate: number): string =>
  `${rate === 1 ? '100' : (Math.floor(rate * 1_000) / 10).toFixed(1)}%`;

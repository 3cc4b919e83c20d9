import type { Comparison } from '#events';

export const differs = ({ onlyOld, onlyNew, different }: Comparison): boolean => onlyOld + onlyNew + different > 0;

/** What was found, for a terminal; rows that differ below it. */
export const told = (comparison: Comparison): string => {
  const { rows, onlyOld, onlyNew, different, samples } = comparison;
  if (!differs(comparison)) return `Both builds say the same in all ${rows} rows.`;
  const rowsTold = samples.map(
    ({ id, difference, fields }) =>
      `  ${id}: ${difference === 'different' ? fields.map(({ field, old, new: fresh, hidden }) => (hidden ? `${field} (text)` : `${field} ${old ?? '-'} -> ${fresh ?? '-'}`)).join(', ') : difference === 'onlyOld' ? 'only in the old build' : 'only in the new build'}`,
  );
  return [
    `Of ${rows} rows ${onlyOld} are only in the old build, ${onlyNew} only in the new one, ${different} differ:`,
    ...rowsTold,
  ].join('\n');
};

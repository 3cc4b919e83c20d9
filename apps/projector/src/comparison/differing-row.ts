import { isDeepStrictEqual } from 'node:util';
import type { DifferingField, DifferingRow } from '#events';

const ID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)?$/;
/** The log is for ever and lists no field twice: what differs in more places is told by its number. */
const MOST_FIELDS = 30;

export type Difference = DifferingRow['difference'];

/** Null when both builds say the same of a row. */
export const differenceOf = (old: object | undefined, fresh: object | undefined): Difference | null => {
  if (old === undefined) return fresh === undefined ? null : 'onlyNew';
  if (fresh === undefined) return 'onlyOld';
  return isDeepStrictEqual(old, fresh) ? null : 'different';
};

/**
 * What the log may keep of a row that differs: which fields, and the values of those that can name nobody. Free text is hidden,
 * for a projection does not say which of its fields are personal, and what has once been recorded in clear can never be erased.
 */
export const differingRow = (id: string, old: object | undefined, fresh: object | undefined): DifferingRow | null => {
  const difference = differenceOf(old, fresh);
  if (difference === null) return null;
  if (!old || !fresh) return { id, difference, fields: [] };
  const [before, after] = [old, fresh].map((row) => new Map<string, unknown>(Object.entries(row)));
  const fields = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].filter(
    (field) => !isDeepStrictEqual(before?.get(field), after?.get(field)),
  );
  return {
    id,
    difference,
    fields: fields.slice(0, MOST_FIELDS).map((field) => differingField(field, before?.get(field), after?.get(field))),
  };
};

const differingField = (field: string, old: unknown, fresh: unknown): DifferingField => {
  const hidden = !namesNobody(old) || !namesNobody(fresh);
  return { field, hidden, old: hidden ? null : jsonOf(old), new: hidden ? null : jsonOf(fresh) };
};

const namesNobody = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && (value === '' || ID.test(value) || TIME.test(value)));

const jsonOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

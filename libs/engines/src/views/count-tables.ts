import { quoted } from './quoted.js';

/** Where rows are counted by the columns of one declared group. */
export const countTable = ({ name }: { name: string }, group: number): string => quoted(`${name}_counts${group}`);

/**
 * A table of counts, and what keeps it: whatever is written to the facts is counted in the same transaction. Its columns are called as
 * those of the facts, so that a filter means the same in both. The key names all values, because a null equals no other.
 */
export const createCounts = (
  tables: { name: string; facts: string },
  group: number,
  columns: readonly string[],
  typeOf: (column: string) => string,
): string[] => {
  const table = countTable(tables, group);
  const names = columns.map(quoted);
  const keyOf = (row: 'new' | 'old') => `json_array(${names.map((name) => `${row}.${name}`).join(', ')})`;
  const add = `INSERT INTO ${table} VALUES (${keyOf('new')}, ${names.map((name) => `new.${name}`).join(', ')}, 1) ON CONFLICT (_key) DO UPDATE SET _count = _count + 1`;
  // What no row has any more is forgotten: an erased value would stay otherwise.
  const remove = [
    `UPDATE ${table} SET _count = _count - 1 WHERE _key = ${keyOf('old')}`,
    `DELETE FROM ${table} WHERE _key = ${keyOf('old')} AND _count = 0`,
  ];
  const trigger = (when: string, ...acts: string[]) =>
    `CREATE TRIGGER ${quoted(`${tables.name}_counts${group}_${when.toLowerCase()}`)} AFTER ${when === 'UPDATE' ? `UPDATE OF ${names.join(', ')}` : when} ON ${tables.facts} BEGIN ${acts.map((act) => `${act};`).join(' ')} END`;
  return [
    `CREATE TABLE ${table} (_key TEXT PRIMARY KEY, ${columns.map((column) => `${quoted(column)} ${typeOf(column)}`).join(', ')}, _count INTEGER NOT NULL) WITHOUT ROWID`,
    // A count that changes leaves this index as it is.
    `CREATE INDEX ${quoted(`${tables.name}_counts${group}_by`)} ON ${table} (${names.join(', ')})`,
    trigger('INSERT', add),
    trigger('DELETE', ...remove),
    trigger('UPDATE', ...remove, add),
  ];
};

import type { ColumnValue, StoredDeclaration } from '../view-declaration.js';
import type { Condition, ViewQuery } from '../views.js';

/** Quotes the name of a table, column or index for SQL. */
export const quoteName = (name: string): string => `"${name}"`;

export type Clause = { sql: string; values: ColumnValue[] };
export const MATCH_ALL: Clause = { sql: '1', values: [] };

/** Up to this number of values, each gets its own parameter, which a scan tests twice as fast as a list in JSON. */
const MAX_PARAMETERS = 9;

/**
 * Conditions on declared columns as one SQL expression; MATCH_ALL without conditions. The planner may use an index only
 * for columns that `mayUseIndex` accepts: a "+" hides the others from it.
 * @throws Error for a column that is not declared
 */
export const compileWhere = (
  declaration: StoredDeclaration,
  where: Condition[] = [],
  mayUseIndex: (column: string) => boolean = () => true,
): Clause => {
  const clauses = where
    .map((condition) => {
      const column = columnOf(declaration, condition.column);
      return compile(mayUseIndex(condition.column) ? column : `+${column}`, condition);
    })
    .filter(({ sql }) => sql !== '');
  return clauses.length === 0
    ? MATCH_ALL
    : { sql: clauses.map(({ sql }) => sql).join(' AND '), values: clauses.flatMap(({ values }) => values) };
};

/**
 * ORDER BY with the id as last column, in the direction of the column before it, so that one index delivers the whole
 * order.
 */
export const compileSort = (declaration: StoredDeclaration, sort: ViewQuery['sort'] = []): string => {
  const sortTerms = sort.map(({ column, direction }) => ({
    column: columnOf(declaration, column),
    sql: direction === 'desc' ? 'DESC' : 'ASC',
  }));
  return [...sortTerms, { column: '_id', sql: sortTerms.at(-1)?.sql ?? 'ASC' }]
    .map(({ column, sql }) => `${column} ${sql}`)
    .join(', ');
};

export const columnOf = ({ columns }: StoredDeclaration, column: string): string => {
  if (!Object.hasOwn(columns, column)) throw new Error(`the view declares no column "${column}"`);
  return quoteName(column);
};

/** The only value that a condition allows for its column; undefined if it allows several or none. */
export const singleValueOf = (condition: Condition): ColumnValue | undefined => {
  if ('eq' in condition) return condition.eq;
  return 'in' in condition && condition.in.length === 1 ? condition.in[0] : undefined;
};

/** The values that a condition allows for its column; null if they cannot be listed or are null. */
export const fixedValues = (condition: Condition): (string | number)[] | null => {
  if ('eq' in condition) return condition.eq === null ? null : [condition.eq];
  return 'in' in condition && condition.in.length <= MAX_PARAMETERS ? condition.in : null;
};

/** Joins clauses with AND; MATCH_ALL if there are none to test. */
export const allOf = (...clauses: Clause[]): Clause => {
  const testClauses = clauses.filter((clause) => clause !== MATCH_ALL);
  return testClauses.length === 0
    ? MATCH_ALL
    : { sql: testClauses.map(({ sql }) => sql).join(' AND '), values: testClauses.flatMap(({ values }) => values) };
};

const compile = (column: string, condition: Condition): Clause => {
  const singleValue = singleValueOf(condition);
  if ('eq' in condition || singleValue !== undefined)
    return singleValue === null || singleValue === undefined
      ? { sql: `${column} IS NULL`, values: [] }
      : { sql: `${column} = ?`, values: [singleValue] };
  if ('in' in condition && condition.in.length <= MAX_PARAMETERS)
    return { sql: `${column} IN (${condition.in.map(() => '?').join(', ')})`, values: condition.in };
  // One parameter for any number of values: the statement stays the same and is prepared once.
  if ('in' in condition)
    return { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(condition.in)] };
  if ('notIn' in condition)
    return {
      sql: `${column} IS NOT NULL AND ${column} NOT IN (SELECT value FROM json_each(?))`,
      values: [JSON.stringify(condition.notIn)],
    };
  if ('contains' in condition) return { sql: `instr(lower(${column}), lower(?)) > 0`, values: [condition.contains] };
  const bounds = [
    ...(condition.from === undefined ? [] : [{ sql: `${column} >= ?`, value: condition.from }]),
    ...(condition.to === undefined ? [] : [{ sql: `${column} <= ?`, value: condition.to }]),
  ];
  return { sql: bounds.map(({ sql }) => sql).join(' AND '), values: bounds.map(({ value }) => value) };
};

import type { Filter, Sort } from 'mongodb';
import type { Declared } from '../declared.js';
import { foldedForSearch } from '#domain';
import { partsToFind } from '../search-text.js';
import type { Registered } from '../registry.js';
import type { Condition, ViewQuery } from '../views.js';
import type { RowDocument } from './mongo-row.js';

/** Conditions and search text as one filter; empty for neither. @throws Error for a column that is not declared, or a search that is not */
export const compileFilter = (
  build: Registered,
  { where = [], search }: Pick<ViewQuery, 'where' | 'search'>,
): Filter<RowDocument> => {
  const clauses = [
    ...where.flatMap((condition) => compile(columnOf(build.declared, condition.column), condition)),
    ...compileSearch(build, search),
  ];
  return clauses.length === 0 ? {} : { $and: clauses };
};

/** The order with the id as last word, in the direction of the column before it, so that one index walk delivers it. */
export const compileSort = (declared: Declared, sort: ViewQuery['sort'] = []): Sort => {
  const directed = sort.map(
    ({ column, direction }) => [columnOf(declared, column), direction === 'desc' ? -1 : 1] as const,
  );
  return new Map([...directed, ['_id', directed.at(-1)?.[1] ?? 1] as const]);
};

export const columnOf = ({ columns }: Declared, column: string): string => {
  if (!Object.hasOwn(columns, column)) throw new Error(`the view declares no column "${column}"`);
  return column;
};

/** Whether there is any text to search for. */
export const isSearching = ({ search = '' }: Pick<ViewQuery, 'search'>): boolean =>
  foldedForSearch(search).trim() !== '';

const compile = (column: string, condition: Condition): Filter<RowDocument>[] => {
  if ('eq' in condition) return [{ [column]: condition.eq }];
  if ('in' in condition) return [{ [column]: { $in: condition.in } }];
  if ('notIn' in condition) return [{ [column]: { $nin: [...condition.notIn, null] } }];
  if ('contains' in condition) return [{ [column]: { $regex: patternOf(condition.contains) } }];
  const bounds = {
    ...(condition.from === undefined ? {} : { $gte: condition.from }),
    ...(condition.to === undefined ? {} : { $lte: condition.to }),
  };
  return Object.keys(bounds).length === 0 ? [] : [{ [column]: bounds }];
};

const compileSearch = ({ name, declared }: Registered, search = ''): Filter<RowDocument>[] => {
  const needle = foldedForSearch(search).trim();
  if (needle === '') return [];
  if (!declared.searchable) throw new Error(`view ${name} declares no search text`);
  const { parts, exact } = partsToFind(needle);
  return [{ _parts: { $all: parts } }, ...(exact ? [] : [{ _text: { $regex: literal(needle) } }])];
};

/** A part of a text, whatever the case of its latin letters. Spelt out: what an engine's own option makes equal depends on the engine. */
const patternOf = (part: string): string =>
  literal(part).replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);

const literal = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{N}\s]/gu, (sign) => (sign <= '\x7f' ? `\\${sign}` : sign));

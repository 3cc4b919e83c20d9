import type { ViewName, ViewQuery, Views } from '#engines';

/** More than any list of one catalogue has. */
const MAX_CATALOGUE_ROWS = 20_000;
/** More than all units together have of what each of them has of its own. */
export const MAX_ROWS_OF_ALL_UNITS = 500_000;

/**
 * All rows of a catalogue's view that fit. Whether something is unique, or used, is told from them, so a list that is
 * cut off must not pass for a whole one. @throws Error when there may be more rows than are read
 */
export const catalogueRows = async <Row extends object>(
  views: Pick<Views, 'find'>,
  view: ViewName,
  query: ViewQuery = {},
): Promise<Row[]> => {
  const { limit = MAX_CATALOGUE_ROWS } = query;
  const { rows } = await views.find<Row>(view, { ...query, limit });
  if (rows.length >= limit) throw new Error(`${view.name} has ${limit} rows or more`);
  return rows;
};

import type { ViewName, ViewQuery, Views } from '#engines';

/** The limit of rows of one catalogue. No list of a catalogue has that many. */
const MAX_CATALOGUE_ROWS = 20_000;
/** The limit of rows of all units together, for lists in which each unit has its own rows. */
export const MAX_ROWS_OF_ALL_UNITS = 500_000;

/**
 * All rows of a view of the catalogue. They decide whether something is unique or used, so an incomplete list must not
 * pass for a complete one.
 * @throws Error if there may be more rows than the limit
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

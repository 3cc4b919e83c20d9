import type { ViewName, ViewQuery, Views } from '#engines';

/** More than any list of a catalogue has. */
const MAX_CATALOGUE_ROWS = 20_000;

/**
 * All rows of a catalogue's view that fit. Whether something is unique, or used, is told from them, so a list that is
 * cut off must not pass for a whole one. @throws Error when there may be more rows than are read
 */
export const catalogueRows = async <Row extends object>(
  views: Pick<Views, 'find'>,
  view: ViewName,
  query: Omit<ViewQuery, 'limit'> = {},
): Promise<Row[]> => {
  const { rows } = await views.find<Row>(view, { ...query, limit: MAX_CATALOGUE_ROWS });
  if (rows.length >= MAX_CATALOGUE_ROWS) throw new Error(`${view.name} has ${MAX_CATALOGUE_ROWS} rows or more`);
  return rows;
};

import type { Engines, ViewName, ViewQuery } from '#engines';

const PAGE = 500;

/** Every row of a query, a page at a time, in an order in which what is added meanwhile comes last, so that no page loses a row. */
export const iterateRows = async <Row extends object>(
  views: Engines['views'],
  view: ViewName,
  query: Pick<ViewQuery, 'where'> & { oldestBy: string },
): Promise<Row[]> => {
  const { where, oldestBy } = query;
  const all: Row[] = [];
  for (;;) {
    const { rows } = await views.find<Row>(view, {
      ...(where ? { where } : {}),
      sort: [{ column: oldestBy, direction: 'asc' }],
      skip: all.length,
      limit: PAGE,
    });
    all.push(...rows);
    if (rows.length < PAGE) return all;
  }
};

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '#events';
import { order, orderView, putRow, checkpointAt, type Order } from '#harness/engines/orders';
import type { ViewsUnderTest } from './views.contract.js';
import type { Condition, ViewQuery, Views } from './views.js';

const asc = (column: string) => ({ column, direction: 'asc' as const });
const desc = (column: string) => ({ column, direction: 'desc' as const });

/** A server that is busy with other tests may answer too late; the read is then repeated. */
const retryWhileUnavailable = async <Result>(read: () => Promise<Result>, retries = 4): Promise<Result> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || retries === 0) throw error;
    return retryWhileUnavailable(read, retries - 1);
  }
};

/** Rows of which most, some or few match. */
const manyRows = (size: number): Order[] =>
  Array.from({ length: size }, (_, n) =>
    order({
      id: randomUUID(),
      code: `TU00${n % 9}-2026-${String((n * 7919) % size).padStart(5, '0')}`,
      status: n % 40 === 0 ? 20 : 60,
      unitId: `unit ${n % 700}`,
      createdAt: new Date(Date.UTC(2026, 0, 1) + ((n * 7) % size) * 60_000).toISOString(),
      fee: (n * 31) % 977,
      text: `${n % 400 === 0 ? '龙元' : '中天'}建设集团有限公司${n < size / 2 ? '旧' : ''}`,
    }),
  );

/** Writes the rows to a new build of a view and activates it. */
const fill = async (views: Views, view: ReturnType<typeof orderView>, rows: Order[]): Promise<void> => {
  const build = await views.createBuild(view, 'b1');
  const BATCH_SIZE = 1_000;
  for (let first = 0; first < rows.length; first += BATCH_SIZE) {
    const position = first + 1;
    await retryWhileUnavailable(() =>
      views.write(
        build,
        rows.slice(first, first + BATCH_SIZE).map((row) => putRow(row, position)),
        checkpointAt(position),
      ),
    );
  }
  await views.activate(build);
};

/**
 * An adapter must find the same rows in any way of running a query. `size`: number of rows. `every`: tests only every
 * n-th combination, for a server that takes long.
 */
export const manyRowsContract = (
  adapter: string,
  open: () => Promise<ViewsUnderTest>,
  { size: SIZE = 12_000, every = 1 } = {},
): void => {
  describe(`many rows on ${adapter}`, () => {
    const rows = manyRows(SIZE);
    const view = orderView();
    const find = (query: ViewQuery) => retryWhileUnavailable(() => views.find<Order>(view, query));
    let test: ViewsUnderTest;
    let views: Views;

    beforeAll(async () => {
      test = await open();
      views = test.views;
      await fill(views, view, rows);
    }, 120_000);
    afterAll(() => test.close());

    const sorts = [[desc('createdAt')], [asc('code')], [desc('fee')], [asc('status'), desc('createdAt')], []];
    const wheres: NonNullable<ViewQuery['where']>[] = [
      [],
      [{ column: 'status', eq: 60 }],
      [{ column: 'status', eq: 20 }],
      [{ column: 'status', in: [20, 60] }],
      [{ column: 'status', notIn: [20] }],
      [{ column: 'unitId', eq: 'unit 8' }],
      [{ column: 'createdAt', from: '2026-01-02', to: '2026-01-08' }],
      [{ column: 'unitId', contains: 'T 8' }],
    ];
    const searches = ['', '有限公司', '旧', '龙元', '龙', '01234', 'tu003-2026', '司旧'];
    const pages = [
      { skip: 0, limit: 20 },
      { skip: SIZE / 2 - 10, limit: 7 },
      { skip: SIZE - 5, limit: 20 },
    ];

    const valueOf = (row: Order, column: string) => row[column as keyof Order] ?? '';
    const sortedRows = (sort: NonNullable<ViewQuery['sort']>) => {
      const sortTerms = [...sort, { column: 'id', direction: sort.at(-1)?.direction ?? 'asc' }];
      return rows.toSorted((a, b) => {
        const deciding = sortTerms.find(({ column }) => valueOf(a, column) !== valueOf(b, column));
        if (!deciding) return 0;
        return valueOf(a, deciding.column) < valueOf(b, deciding.column) === (deciding.direction === 'asc') ? -1 : 1;
      });
    };
    const matches = (row: Order, condition: Condition) => {
      const actual = valueOf(row, condition.column);
      if ('eq' in condition) return actual === condition.eq;
      if ('contains' in condition) return String(actual).toLowerCase().includes(condition.contains.toLowerCase());
      if ('in' in condition) return condition.in.includes(actual);
      if ('notIn' in condition) return !condition.notIn.includes(actual);
      return actual >= (condition.from ?? actual) && actual <= (condition.to ?? actual);
    };

    it.each(searches)(
      'are found by "%s" with every filter, order and page exactly as by comparing each row',
      async (search) => {
        let combination = 0;
        for (const sort of sorts) {
          const searchedRows = sortedRows(sort).filter(({ code, text }) =>
            `${code}\n${text}`.toLowerCase().includes(search),
          );
          for (const where of wheres) {
            const expectedIds = searchedRows
              .filter((row) => where.every((condition) => matches(row, condition)))
              .map(({ id }) => id);
            const isCapped = search !== '' && expectedIds.length > 10_000;
            for (const { skip, limit } of pages) {
              if (combination++ % every !== 0) continue;
              const page = await find({ where, search, sort, skip, limit });
              expect({
                where,
                sort,
                skip,
                ids: page.rows.map(({ id }) => id),
                total: page.total,
                isCapped: page.totalIsCapped,
              }).toEqual({
                where,
                sort,
                skip,
                ids: expectedIds.slice(skip, skip + limit),
                total: isCapped ? 10_001 : expectedIds.length,
                isCapped,
              });
            }
          }
        }
      },
      150_000,
    );
  });
};

/** Totals up to the cap of a search, and beyond it (ADR-020). */
export const manyTotalsContract = (adapter: string, open: () => Promise<ViewsUnderTest>): void => {
  describe(`more rows than the cap of a search total, on ${adapter}`, () => {
    const SIZE = 12_000;
    const view = orderView();
    let test: ViewsUnderTest;
    const find = (query: ViewQuery) => retryWhileUnavailable(() => test.views.find<Order>(view, query));
    const countBy = (column: string, query: ViewQuery) =>
      retryWhileUnavailable(() => test.views.countBy(view, column, query));

    beforeAll(async () => {
      test = await open();
      await fill(test.views, view, manyRows(SIZE));
    }, 120_000);
    afterAll(() => test.close());

    it('have an exact total without a search and a capped total with a common search', async () => {
      expect(await find({ limit: 1 })).toMatchObject({ total: SIZE, totalIsCapped: false });
      expect(await find({ where: [{ column: 'status', eq: 60 }], limit: 1 })).toMatchObject({
        total: SIZE - SIZE / 40,
        totalIsCapped: false,
      });
      expect(await find({ search: '有限公司', limit: 1 })).toMatchObject({ total: 10_001, totalIsCapped: true });
      expect(await find({ search: '龙元', limit: 1 })).toMatchObject({ total: SIZE / 400, totalIsCapped: false });
    }, 150_000);

    it('are counted exactly by the values of a column, also with a common search', async () => {
      expect(await countBy('status', { search: '有限公司' })).toEqual(
        new Map([
          [20, SIZE / 40],
          [60, SIZE - SIZE / 40],
        ]),
      );
      expect(await countBy('status', { search: '龙元' })).toEqual(new Map([[20, SIZE / 400]]));
    }, 150_000);
  });
};

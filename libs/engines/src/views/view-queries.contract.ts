import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deletedRow, order, orderView, putRow, checkpointAt, type Order } from '#harness/engines/orders';
import type { ViewsUnderTest } from './views.contract.js';
import type { Group, ViewQuery, Views } from './views.js';

const asc = (column: string) => ({ column, direction: 'asc' as const });
const desc = (column: string) => ({ column, direction: 'desc' as const });

/** What every adapter of the views must find. */
export const viewQueriesContract = (adapter: string, open: () => Promise<ViewsUnderTest>): void => {
  describe(`view queries on ${adapter}`, () => {
    let test: ViewsUnderTest;
    let views: Views;

    beforeAll(async () => {
      test = await open();
      views = test.views;
    });
    afterAll(() => test.close());

    const fillView = async (rows: Order[], view = orderView()) => {
      const build = await views.createBuild(view, 'b1');
      await views.write(
        build,
        rows.map((row) => putRow(row, 1)),
        checkpointAt(1),
      );
      await views.activate(build);
      const find = (query: ViewQuery) => views.find<Order>(view, query);
      return { view, build, find, ids: async (query: ViewQuery) => (await find(query)).rows.map(({ id }) => id) };
    };

    it('count rows correctly through changes, deletions and re-creations', async () => {
      const { view, build, find } = await fillView([
        order({ id: '1', status: 10, unitId: 'a' }),
        order({ id: '2', status: 10, unitId: null }),
        order({ id: '3', status: 20, unitId: 'a' }),
      ]);
      const countRows = async () => ({
        ofStatus: (await find({ where: [{ column: 'status', in: [10, 20] }], limit: 0 })).total,
        ofUnit: (await find({ where: [{ column: 'unitId', eq: 'a' }], limit: 0 })).total,
        ofNone: (await find({ where: [{ column: 'unitId', eq: null }], limit: 0 })).total,
        statuses: await views.countBy(view, 'status', { where: [{ column: 'unitId', eq: 'a' }] }),
      });
      const initialTotals = { ofStatus: 3, ofUnit: 2, ofNone: 1 };
      expect(await countRows()).toEqual({
        ...initialTotals,
        statuses: new Map([
          [10, 1],
          [20, 1],
        ]),
      });
      await views.write(
        build,
        [
          putRow(order({ id: '1', status: 30, unitId: 'a' }), 2),
          putRow(order({ id: '2', status: 10, unitId: 'a' }), 2),
          deletedRow('3', 2),
        ],
        checkpointAt(2),
      );
      expect(await countRows()).toEqual({
        ofStatus: 1,
        ofUnit: 2,
        ofNone: 0,
        statuses: new Map([
          [30, 1],
          [10, 1],
        ]),
      });
      await views.write(build, [putRow(order({ id: '3', status: 20, unitId: null }), 3)], checkpointAt(3));
      expect(await countRows()).toEqual({
        ofStatus: 2,
        ofUnit: 2,
        ofNone: 1,
        statuses: new Map([
          [30, 1],
          [10, 1],
        ]),
      });
      await views.rewrite(build, [putRow(order({ id: '3', status: 20, unitId: 'a' }), 3)]);
      expect((await countRows()).statuses).toEqual(
        new Map([
          [30, 1],
          [10, 1],
          [20, 1],
        ]),
      );
    });

    it('count rows correctly also if a filter excludes some values', async () => {
      const view = orderView();
      const viewWithCode = {
        ...view,
        view: {
          ...view.view,
          columns: { ...view.view.columns, code: { type: 'text' as const, of: ({ code }: Order) => code || null } },
        },
      };
      const { build } = await fillView(
        [
          order({ id: '1', status: 10, unitId: 'a', code: 'one' }),
          order({ id: '2', status: 10, unitId: 'a', code: 'two' }),
          order({ id: '3', status: 20, unitId: 'a', code: 'one' }),
          order({ id: '4', status: 20, unitId: 'b', code: 'two' }),
          order({ id: '5', status: 20, unitId: 'a', code: '' }),
        ],
        viewWithCode,
      );
      const countExcluding = async (...codes: string[]) => {
        const where = [
          { column: 'unitId', eq: 'a' },
          { column: 'code', notIn: codes },
        ];
        return [
          (await views.find(viewWithCode, { where, limit: 0 })).total,
          await views.countBy(viewWithCode, 'status', { where }),
        ];
      };
      expect(await countExcluding('one')).toEqual([1, new Map([[10, 1]])]);
      expect(await countExcluding('none')).toEqual([
        3,
        new Map([
          [10, 2],
          [20, 1],
        ]),
      ]);
      expect(await countExcluding('one', 'two')).toEqual([0, new Map()]);
      await views.write(
        build,
        [putRow(order({ id: '3', status: 20, unitId: 'a', code: 'three' }), 2)],
        checkpointAt(2),
      );
      expect(await countExcluding('one')).toEqual([
        2,
        new Map([
          [10, 1],
          [20, 1],
        ]),
      ]);
    });

    it('return rows without a full total if no total is requested', async () => {
      const rows = Array.from({ length: 9 }, (_, n) =>
        order({ id: String(n), status: n < 2 ? 20 : 10, createdAt: `${n}` }),
      );
      const { find } = await fillView(rows);
      const findNewest = async (query: ViewQuery) => {
        const page = await find({ sort: [desc('createdAt')], limit: 3, withoutTotal: true, ...query });
        return [page.rows.map(({ id }) => id).join(''), page.total, page.totalIsCapped];
      };
      expect(await findNewest({})).toEqual(['876', 3, false]);
      expect(await findNewest({ where: [{ column: 'status', eq: 10 }], skip: 2 })).toEqual(['654', 5, false]);
      expect(
        await findNewest({
          where: [
            { column: 'status', eq: 20 },
            { column: 'fee', eq: 0 },
          ],
        }),
      ).toEqual(['10', 2, false]);
    });

    describe('filters', () => {
      const rows = [
        order({ id: '1', status: 10, unitId: 'a', code: '欧阳若兰', fee: 1.5, createdAt: '2026-01-31T15:59:59.999Z' }),
        order({ id: '2', status: 20, unitId: 'a', fee: 2.5, createdAt: '2026-01-31T16:00:00.000Z' }),
        order({
          id: '3',
          status: 20,
          unitId: 'b',
          code: 'Ann 50%_兰',
          fee: 3.5,
          createdAt: '2026-02-01T00:00:00.000Z',
        }),
        order({ id: '4', status: 60, unitId: null, fee: 4.5, createdAt: '2026-02-28T15:59:59.999Z' }),
      ];
      const cases: [string, ViewQuery['where'], string[]][] = [
        ['nothing', [], ['1', '2', '3', '4']],
        ['a value', [{ column: 'status', eq: 20 }], ['2', '3']],
        ['null', [{ column: 'unitId', eq: null }], ['4']],
        ['one of several values', [{ column: 'status', in: [10, 60, 99] }], ['1', '4']],
        ['one of no values', [{ column: 'status', in: [] }], []],
        ['none of several values', [{ column: 'unitId', notIn: ['a', 'c'] }], ['3']],
        ['none of no values', [{ column: 'unitId', notIn: [] }], ['1', '2', '3']],
        ['one Chinese character anywhere', [{ column: 'code', contains: '兰' }], ['1', '3']],
        ['a part in the middle', [{ column: 'code', contains: '阳若' }], ['1']],
        ['characters that are not neighbours', [{ column: 'code', contains: '欧兰' }], []],
        ['a part, whatever the case', [{ column: 'code', contains: 'aNN 5' }], ['3']],
        ['a part with wildcards of other languages', [{ column: 'code', contains: '%_' }], ['3']],
        ['a part of nothing', [{ column: 'unitId', contains: '' }], ['1', '2', '3']],
        [
          'a part and a value',
          [
            { column: 'code', contains: '兰' },
            { column: 'status', eq: 20 },
          ],
          ['3'],
        ],
        [
          'a date range, both ends included',
          [{ column: 'createdAt', from: '2026-01-31T16:00:00.000Z', to: '2026-02-28T15:59:59.999Z' }],
          ['2', '3', '4'],
        ],
        ['dates from', [{ column: 'createdAt', from: '2026-02' }], ['3', '4']],
        ['dates up to', [{ column: 'createdAt', to: '2026-02' }], ['1', '2']],
        ['numbers between', [{ column: 'fee', from: 1.6, to: 3.5 }], ['2', '3']],
        ['a range without ends', [{ column: 'unitId' }], ['1', '2', '3', '4']],
        ['a range over null', [{ column: 'unitId', from: '' }], ['1', '2', '3']],
        [
          'several columns',
          [
            { column: 'status', eq: 20 },
            { column: 'unitId', eq: 'a' },
          ],
          ['2'],
        ],
        ['text that looks like SQL', [{ column: 'unitId', eq: "a' OR '1'='1" }], []],
      ];

      it.each(cases)('by %s', async (_, where, expected) => {
        const { ids, find } = await fillView(rows);
        expect(await ids({ where })).toEqual(expected);
        expect(await find({ where, limit: 1 })).toMatchObject({ total: expected.length, totalIsCapped: false });
      });

      it('refuse columns that the view does not declare', async () => {
        const { find, view } = await fillView(rows);
        await expect(find({ where: [{ column: 'text', eq: '' }] })).rejects.toThrow('"text"');
        await expect(find({ sort: [asc('1; DROP TABLE registry')] })).rejects.toThrow('declares no column');
        await expect(views.countBy(view, 'constructor', {})).rejects.toThrow('"constructor"');
      });
    });

    describe('order and pages', () => {
      const rows = ['5', '3', '1', '4', '2'].map((id) =>
        order({ id, status: Number(id) % 2, unitId: id === '3' ? null : 'u' }),
      );

      it('rows with equal values are ordered by id, in the direction of the last sort column', async () => {
        const { ids } = await fillView(rows);
        expect(await ids({})).toEqual(['1', '2', '3', '4', '5']);
        expect(await ids({ sort: [asc('status')] })).toEqual(['2', '4', '1', '3', '5']);
        expect(await ids({ sort: [desc('status')] })).toEqual(['5', '3', '1', '4', '2']);
        expect(await ids({ sort: [asc('unitId'), desc('status')] })).toEqual(['3', '5', '1', '4', '2']);
      });

      it('a page contains the requested rows and the total number of rows', async () => {
        const { find, ids } = await fillView(rows);
        expect(await ids({ skip: 1, limit: 2 })).toEqual(['2', '3']);
        expect(await ids({ skip: 4, limit: 2 })).toEqual(['5']);
        expect(await ids({ skip: 9 })).toEqual([]);
        expect(await find({ limit: 0 })).toEqual({ rows: [], total: 5, totalIsCapped: false });
        await expect(find({ skip: -1 })).rejects.toThrow('skip');
        await expect(find({ limit: 1.5 })).rejects.toThrow('limit');
      });
    });

    describe('search', () => {
      const texts = {
        bridge: '杭州湾跨海大桥第3标段 HRB400E φ25',
        road: '北京市政道路改造工程 Ａ区（二期）',
        code: 'TU-001_50% "特殊" NOT AND * 龙',
        empty: '',
      };
      const rows = Object.entries(texts).map(([id, text], index) =>
        order({ id, text, code: `TU00${index + 1}-2026-0001${index}` }),
      );
      const cases: [string, string, string[]][] = [
        ['one Chinese character', '桥', ['bridge']],
        ['the first character', '杭', ['bridge']],
        ['the last character', '龙', ['code']],
        ['two Chinese characters', '北京', ['road']],
        ['two characters that are not neighbours', '北政', []],
        ['many', '跨海大桥第3标段', ['bridge']],
        ['many with one wrong', '跨海大桥第4标段', []],
        ['digits', '400', ['bridge']],
        ['a digit', '5', ['bridge', 'code']],
        ['latin, whatever the case', 'hrb', ['bridge']],
        ['latin, four and more', 'Hrb400e', ['bridge']],
        ['with a dash', 'TU003-2026', ['code']],
        ['a dash', '2-', ['road']],
        ['the end of a code', '-00010', ['bridge']],
        ['across script and digits', '第3', ['bridge']],
        ['full-width as half-width', 'a区', ['road']],
        ['half-width as full-width', 'Ａ区(二', ['road']],
        ['spaces around', '  道路 ', ['road']],
        ['a space within', '标段 HRB', ['bridge']],
        ['quotes', '"特殊"', ['code']],
        ['a percent sign is no wildcard', '0%', ['code']],
        ['an underscore is no wildcard', 'TU_001', []],
        ['words of a query language', 'not and *', ['code']],
        ['nothing', '', ['bridge', 'code', 'empty', 'road']],
        ['only spaces', ' \t ', ['bridge', 'code', 'empty', 'road']],
        ['what is nowhere', '隧道', []],
        ['not across lines of the text', '0杭', []],
      ];

      it.each(cases)('finds %s', async (_, search, expected) => {
        const { ids, find } = await fillView(rows);
        expect(await ids({ search })).toEqual(expected);
        expect(await find({ search, limit: 1 })).toMatchObject({ total: expected.length, totalIsCapped: false });
      });

      it('combines with filters, order and pages', async () => {
        const { find } = await fillView(
          ['1', '2', '3', '4'].map((id) => order({ id, status: Number(id) % 2, text: id === '3' ? '水泥' : '钢筋' })),
        );
        expect(await find({ search: '钢', where: [{ column: 'code', contains: '00004' }] })).toMatchObject({
          rows: [{ id: '4' }],
          total: 1,
        });
        expect(
          await find({ search: '钢', where: [{ column: 'status', eq: 0 }], sort: [desc('status')], skip: 1, limit: 1 }),
        ).toMatchObject({ rows: [{ id: '2' }], total: 2 });
      });

      it('follows changes of a row: it finds the new text, but neither the old text nor a deleted row', async () => {
        const { build, ids } = await fillView([order({ id: '1', text: '水泥' }), order({ id: '2', text: '水泥' })]);
        const at2 = (id: string, row: Order | null) => ({ id, row, position: checkpointAt(2).position });
        await views.write(build, [at2('1', order({ id: '1', text: '混凝土' })), at2('2', null)], checkpointAt(2));
        expect(await ids({ search: '水泥' })).toEqual([]);
        expect(await ids({ search: '凝' })).toEqual(['1']);
      });

      it('within the value of a column follows a row whose value changes, also to null, while its text stays', async () => {
        // So common that the text alone is not selective; a rare text is searched by itself.
        const otherRows = Array.from({ length: 1_100 }, (_, n) =>
          order({ id: `other ${n}`, unitId: 'c', text: '水泥' }),
        );
        const { view, build, ids } = await fillView([
          ...otherRows,
          order({ id: '1', unitId: 'a', text: '水泥' }),
          order({ id: '2', unitId: 'b', text: '水泥' }),
          order({ id: '3', text: '水泥' }),
        ]);
        const searchInUnit = async (unitId: string | null) => {
          const where = [{ column: 'unitId', eq: unitId }];
          return [await ids({ search: '水泥', where }), await views.countBy(view, 'status', { search: '水泥', where })];
        };
        expect([await searchInUnit('a'), await searchInUnit('b'), await searchInUnit(null)]).toEqual([
          [['1'], new Map([[10, 1]])],
          [['2'], new Map([[10, 1]])],
          [['3'], new Map([[10, 1]])],
        ]);
        await views.write(
          build,
          [
            putRow(order({ id: '1', unitId: 'b', text: '水泥' }), 2),
            putRow(order({ id: '2', unitId: null, text: '水泥' }), 2),
          ],
          checkpointAt(2),
        );
        expect([await searchInUnit('a'), await searchInUnit('b'), await searchInUnit(null)]).toEqual([
          [[], new Map()],
          [['1'], new Map([[10, 1]])],
          [['2', '3'], new Map([[10, 2]])],
        ]);
        expect(await ids({ search: '水泥', where: [{ column: 'unitId', in: ['a', 'b'] }] })).toEqual(['1']);
      });

      it('is refused by a view without search text', async () => {
        const view = orderView();
        const { find } = await fillView(rows, { ...view, view: { ...view.view, search: null, searchWithin: [] } });
        await expect(find({ search: '桥' })).rejects.toThrow('no search text');
        expect((await find({ search: ' ' })).total).toBe(4);
      });

      it('finds exactly the texts that contain the search text', async () => {
        const letters = fc.constantFrom('工', '程', '程', 'A', 'a', '1', '2', '-', ' ', '0', '龙', '😀');
        const text = fc.array(letters, { maxLength: 14 }).map((characters) => characters.join(''));
        const samples = fc.sample(text, { numRuns: 120, seed: 7 });
        const { ids } = await fillView(
          samples.map((sample, index) => order({ id: String(index).padStart(3, '0'), code: '', text: sample })),
        );
        const needles = fc.array(letters, { minLength: 1, maxLength: 6 }).map((characters) => characters.join(''));
        await fc.assert(
          fc.asyncProperty(needles, async (needle) => {
            const expected = samples.flatMap((sample, index) =>
              withoutBlanks(sample).includes(withoutBlanks(needle)) ? [String(index).padStart(3, '0')] : [],
            );
            expect(await ids({ search: needle })).toEqual(expected);
          }),
          { numRuns: 150, seed: 7 },
        );
      });

      it('finds exactly the current texts after any number of changes, deletions and re-creations', async () => {
        const rowTexts = fc
          .array(fc.constantFrom('水泥', '水', 'A12', '12', 'abcd', ' ', '龙', '😀', '\ud83d', '\n'), { maxLength: 6 })
          .map((parts) => parts.join(''));
        const step = fc.record({
          id: fc.constantFrom('1', '2', '3', '4', '5', '6'),
          text: fc.option(rowTexts, { freq: 6 }),
          unitId: fc.constantFrom('a', 'b', null),
        });
        const { build, ids } = await fillView([]);
        const currentTexts = new Map<string, string>();
        for (const [n, { id, text, unitId }] of fc.sample(step, { numRuns: 300, seed: 11 }).entries()) {
          await views.write(
            build,
            [text === null ? deletedRow(id, n + 2) : putRow(order({ id, code: '', unitId, text }), n + 2)],
            checkpointAt(n + 2),
          );
          currentTexts.delete(id);
          if (text !== null) currentTexts.set(id, withoutBlanks(text));
          for (const needle of n % 20 === 0
            ? ['水', '水泥', '2', '12', 'a1', 'abcd', 'bc', '龙', '泥水', '1212']
            : []) {
            expect(await ids({ search: needle })).toEqual(
              [...currentTexts]
                .flatMap(([rowId, currentText]) => (currentText.includes(needle) ? [rowId] : []))
                .toSorted(),
            );
          }
        }
      });
    });

    describe('counting', () => {
      it('groups rows by the values of a column, within a filter and a search', async () => {
        const { view } = await fillView(
          ['1', '2', '3', '4', '5'].map((id) =>
            order({ id, status: Number(id) % 2, unitId: id === '5' ? null : 'u', text: id === '1' ? '水' : '火' }),
          ),
        );
        expect(await views.countBy(view, 'status', {})).toEqual(
          new Map([
            [0, 2],
            [1, 3],
          ]),
        );
        expect(await views.countBy(view, 'unitId', { where: [{ column: 'status', eq: 1 }] })).toEqual(
          new Map<string | null, number>([
            [null, 1],
            ['u', 2],
          ]),
        );
        expect(await views.countBy(view, 'status', { search: '火' })).toEqual(
          new Map([
            [0, 2],
            [1, 2],
          ]),
        );
        expect(await views.countBy(view, 'status', { where: [{ column: 'status', eq: 7 }] })).toEqual(new Map());
      });

      const countsByValues = (groups: Group[]) =>
        Object.fromEntries(groups.map(({ values, count }) => [values.join('/'), count]));

      it('groups rows by the values of several columns at once, within a filter', async () => {
        const { view } = await fillView([
          order({ id: '1', status: 10, unitId: 'a', createdAt: '2026-01-01' }),
          order({ id: '2', status: 10, unitId: 'a', createdAt: '2026-01-02' }),
          order({ id: '3', status: 20, unitId: 'a', createdAt: '2026-01-02' }),
          order({ id: '4', status: 20, unitId: null, createdAt: '2026-01-03' }),
        ]);
        expect(countsByValues(await views.countGroups(view, ['status', 'unitId'], {}))).toEqual({
          '10/a': 2,
          '20/a': 1,
          '20/': 1,
        });
        expect(
          countsByValues(
            await views.countGroups(view, ['unitId', 'status', 'createdAt'], {
              where: [{ column: 'createdAt', from: '2026-01-02' }],
            }),
          ),
        ).toEqual({ 'a/10/2026-01-02': 1, 'a/20/2026-01-02': 1, '/20/2026-01-03': 1 });
        expect(await views.countGroups(view, ['status'], { where: [{ column: 'status', eq: 7 }] })).toEqual([]);
        expect(await views.countGroups(view, ['unitId'], { where: [{ column: 'unitId', eq: null }] })).toEqual([
          { values: [null], count: 1 },
        ]);
        await expect(views.countGroups(view, ['status', 'text'], {})).rejects.toThrow('"text"');
        await expect(views.countGroups(view, [], {})).rejects.toThrow('at least one column');
      });
    });

    describe('quantiles', () => {
      const rowsWithFees = (unitId: string | null, ...amounts: number[]) =>
        amounts.map((fee, index) => order({ id: `${unitId}-${index}`, unitId, fee, status: fee > 90 ? 60 : 10 }));

      it('are values of existing rows, chosen by nearest rank', async () => {
        const { view } = await fillView(rowsWithFees('a', 5, 1, 4, 2, 3));
        expect(await views.quantiles(view, { column: 'fee', at: [0, 0.2, 0.21, 0.5, 0.9, 1] })).toEqual([
          { by: null, count: 5, at: [1, 1, 2, 3, 5, 5] },
        ]);
        const { view: viewOfTen } = await fillView(rowsWithFees('a', 10, 20, 30, 40, 50, 60, 70, 80, 90, 100));
        expect(await views.quantiles(viewOfTen, { column: 'fee', at: [0.9, 0.5] })).toEqual([
          { by: null, count: 10, at: [90, 50] },
        ]);
      });

      it('include only rows that match the filter, and can be split by another column', async () => {
        const { view } = await fillView([
          ...rowsWithFees('a', 1, 2, 100),
          ...rowsWithFees('b', 7),
          ...rowsWithFees(null, 8, 9),
        ]);
        const byUnit = await views.quantiles(view, { column: 'fee', at: [0.5], by: 'unitId' });
        expect(new Map(byUnit.map(({ by, count, at }) => [by, [count, ...at]]))).toEqual(
          new Map<string | null, number[]>([
            ['a', [3, 2]],
            ['b', [1, 7]],
            [null, [2, 8]],
          ]),
        );
        expect(
          await views.quantiles(view, {
            column: 'fee',
            at: [1],
            where: [
              { column: 'unitId', eq: 'a' },
              { column: 'status', eq: 10 },
            ],
          }),
        ).toEqual([{ by: null, count: 2, at: [2] }]);
        expect(await views.quantiles(view, { column: 'fee', at: [0.5], where: [{ column: 'status', eq: 7 }] })).toEqual(
          [],
        );
      });

      it('exclude rows without a value', async () => {
        const view = orderView();
        const viewWithGaps = {
          ...view,
          view: {
            ...view.view,
            columns: {
              ...view.view.columns,
              fee: { type: 'real' as const, of: ({ fee }: Order) => (fee < 0 ? null : fee) },
            },
          },
        };
        await fillView(rowsWithFees('a', -1, 3, -1), viewWithGaps);
        expect(await views.quantiles(viewWithGaps, { column: 'fee', at: [0, 1] })).toEqual([
          { by: null, count: 1, at: [3, 3] },
        ]);
      });

      it('are refused for a share outside 0 to 1 and for a column that the view does not declare', async () => {
        const { view } = await fillView(rowsWithFees('a', 1));
        await expect(views.quantiles(view, { column: 'fee', at: [1.5] })).rejects.toThrow('0 to 1');
        await expect(views.quantiles(view, { column: 'nothing', at: [0.5] })).rejects.toThrow('"nothing"');
        await expect(views.quantiles(view, { column: 'fee', at: [0.5], by: 'nothing' })).rejects.toThrow('"nothing"');
      });
    });
  });
};

/** The part of a text that a search compares. */
const withoutBlanks = (text: string): string => text.toLowerCase().replaceAll(' ', '');

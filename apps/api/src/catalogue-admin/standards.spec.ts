import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import { baseStandardDelete, baseStandardInsert, baseStandardUpdate, getAllStandard } from '#contract';
import { catalogueStandards } from '#domain/catalogue';
import { identityOf, managedStandard, standardUses } from '#domain/catalogue-maintenance';
import { load } from '#domain/event-sourcing';
import { reservation, reservationId } from '#domain/reference';
import { fingerprint, type RowPage } from '#engines';
import type { CatalogueStandard } from '#events';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let admin: Client;
beforeAll(async () => {
  service = await startService({ now: () => new Date('2026-03-02T01:00:00.000Z'), repeatsCommands: true });
  admin = await service.as('admin');
});
afterAll(() => service.close());

const standardInput = () => ({
  baseStandardName: `公路工程新规程 ${v4().slice(0, 8)}`,
  printsManCode: `JTG T ${v4().slice(0, 6)}-2026`,
});
const findStandards = async (search: string, state: '' | 'valid' | 'expired' | 'unused' = '') =>
  (await admin.do(getAllStandard, { query: { search, state } })).items;
/** The id of the standard that has reserved this number and name; null if there is none. */
const holderOf = async (standard: Pick<CatalogueStandard, 'publishCode' | 'standardName'>) => {
  const stream = reservationId('standard', await fingerprint(service.engines.vault, identityOf(standard)));
  return (await load(service.engines.eventStore, reservation, stream)).state?.holderId ?? null;
};

describe('standards', () => {
  it('CAT-001 are listed with their fields, are unique by number and name, and can be deleted only while unused', async () => {
    const { items, totalCount } = await admin.do(getAllStandard, { query: { maxResultCount: 1000 } });
    expect(totalCount).toBeGreaterThanOrEqual(281);
    for (const item of items)
      expect(item).toMatchObject({
        id: expect.any(String),
        baseStandardName: expect.any(String),
        printsManCode: expect.any(String),
        canDelete: expect.any(Boolean),
      });

    const body = standardInput();
    const added = await admin.do(baseStandardInsert, { body });
    expect(added).toMatchObject({ ...body, type: 3, canDelete: true, isExpired: false });
    expect(await findStandards(body.printsManCode)).toEqual([added]);
    expect(
      (await admin.call(baseStandardInsert, { body: { ...body, printsManCode: body.printsManCode.toLowerCase() } }))
        .failure,
    ).toMatchObject({ code: 'STANDARD_TAKEN', message: '已有相同编号和名称的标准' });
    expect(await admin.do(baseStandardInsert, { body: { ...body, baseStandardName: '同号的另一本' } })).toMatchObject({
      printsManCode: body.printsManCode,
    });

    const used = items.find(({ canDelete }) => !canDelete);
    expect(
      (await admin.call(baseStandardDelete, { query: { id: used?.id ?? '', reason: '误建' } })).failure,
    ).toMatchObject({ code: 'STANDARD_IN_USE' });
    expect(await admin.do(baseStandardDelete, { query: { id: added.id } })).toBe(true);
    expect(await findStandards(body.baseStandardName)).toEqual([]);
    expect((await admin.call(baseStandardDelete, { query: { id: added.id, reason: '误建' } })).failure).toMatchObject({
      code: 'NO_SUCH_STANDARD',
    });
    // Number and name are free again.
    expect(await admin.do(baseStandardInsert, { body })).toMatchObject(body);
  });

  it('can be listed by expiry, and cannot expire before they take effect', async () => {
    const added = await admin.do(baseStandardInsert, {
      body: { ...standardInput(), executeDate: '2020-01-01', clauseCodes: ['T 0101', 'T 0102'] },
    });
    const changed = await admin.do(baseStandardUpdate, {
      body: { id: added.id, expireDate: '2026-03-01' },
      headers: { 'if-match': `"${added.revision}"` },
    });
    expect(changed).toMatchObject({ isExpired: true, expireDate: '2026-03-01', clauseCodes: ['T 0101', 'T 0102'] });
    expect((await findStandards(added.baseStandardName, 'expired')).map(({ id }) => id)).toEqual([added.id]);
    expect(await findStandards(added.baseStandardName, 'valid')).toEqual([]);
    expect((await findStandards(added.baseStandardName, 'unused')).map(({ id }) => id)).toEqual([added.id]);
    expect(
      (
        await admin.call(baseStandardUpdate, {
          body: { id: added.id, expireDate: null },
          headers: { 'if-match': `"${added.revision}"` },
        })
      ).status,
    ).toBe(412);
    expect(
      (await admin.call(baseStandardUpdate, { body: { id: added.id, expireDate: '2019-12-31' } })).failure,
    ).toMatchObject({ code: 'EXPIRES_BEFORE_IT_HOLDS' });
    expect(
      (await admin.call(baseStandardInsert, { body: { baseStandardName: '', printsManCode: '' } })).failure,
    ).toMatchObject({ code: 'CATALOGUE_TEXT_REQUIRED' });
    expect((await admin.call(baseStandardUpdate, { body: { id: v4(), type: 1 } })).status).toBe(404);
  });

  it('can take a number and name that another standard gave up, but not one that another standard has', async () => {
    const [standardA, standardB] = [
      await admin.do(baseStandardInsert, { body: standardInput() }),
      await admin.do(baseStandardInsert, { body: standardInput() }),
    ];
    const name = { baseStandardName: standardA.baseStandardName, printsManCode: standardA.printsManCode };
    expect((await admin.call(baseStandardUpdate, { body: { id: standardB.id, ...name } })).failure).toMatchObject({
      code: 'STANDARD_TAKEN',
    });
    await admin.do(baseStandardUpdate, { body: { id: standardA.id, printsManCode: `${standardA.printsManCode}b` } });
    await service.catchUp();
    expect(await admin.do(baseStandardUpdate, { body: { id: standardB.id, ...name } })).toMatchObject(name);
  });

  it('are not added if there are more of them than the uniqueness check reads', async () => {
    const { views } = service.engines;
    const { find } = views;
    views.find = async <Row extends object>(...[view, query]: Parameters<typeof find>) => {
      const result = (await find.call(views, view, query)) as RowPage<Row>;
      if (view.name !== catalogueStandards.name) return result;
      return { ...result, rows: Array.from({ length: query.limit ?? 0 }, () => result.rows[0] as Row) };
    };
    try {
      expect((await admin.call(baseStandardInsert, { body: standardInput() })).status).toBe(500);
    } finally {
      views.find = find;
    }
  });

  it('are added once if the request is repeated with its key', async () => {
    const body = standardInput();
    const headers = { 'idempotency-key': v4() };
    const [first, second] = [
      await admin.do(baseStandardInsert, { body, headers }),
      await admin.do(baseStandardInsert, { body, headers }),
    ];
    expect(second.id).toBe(first.id);
  });

  it('are deleted once if the request is repeated with its key, also after an interruption', async () => {
    const { id, baseStandardName, printsManCode } = await admin.do(baseStandardInsert, { body: standardInput() });
    const query = { id, reason: '误建' };
    const headers = { 'idempotency-key': v4() };
    const { eventStore } = service.engines;
    const append = eventStore.append.bind(eventStore);
    eventStore.append = async (stream, ...rest) => {
      if (stream.startsWith(`${reservation.category}-`)) throw new Error('broken off');
      return append(stream, ...rest);
    };
    try {
      expect((await admin.call(baseStandardDelete, { query, headers })).status).toBe(500);
    } finally {
      eventStore.append = append;
    }
    const standard = { publishCode: printsManCode, standardName: baseStandardName };
    expect(await holderOf(standard)).toBe(id);
    expect(await admin.do(baseStandardDelete, { query, headers })).toBe(true);
    expect(await holderOf(standard)).toBeNull();
    expect(await admin.do(baseStandardDelete, { query, headers })).toBe(true);
    expect((await load(eventStore, managedStandard, id)).events.at(-1)).toMatchObject({ revision: 1 });
  });
});

describe('standards that two requests change at the same time', () => {
  /** Runs `change` when the request under test first reads this view: it has read the state of the standard by then. */
  const whenReading = ({ name }: { name: string }, change: () => Promise<unknown>): void => {
    const { views } = service.engines;
    const find = views.find.bind(views);
    views.find = async (view, query) => {
      if (view.name === name) {
        views.find = find;
        await change();
      }
      return find(view, query);
    };
  };
  const stateOf = async (id: string) => (await load(service.engines.eventStore, managedStandard, id)).state;

  it('keep their number and name consistent with the reservation', async () => {
    const { id, baseStandardName, printsManCode } = await admin.do(baseStandardInsert, { body: standardInput() });
    const renamed = standardInput();
    whenReading(catalogueStandards, () =>
      admin.do(baseStandardUpdate, { body: { id, printsManCode: renamed.printsManCode } }),
    );
    const lateReply = await admin.call(baseStandardUpdate, {
      body: { id, baseStandardName: renamed.baseStandardName },
    });
    expect(lateReply.failure).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    const stored = await stateOf(id);
    expect(stored).toMatchObject({ publishCode: renamed.printsManCode, standardName: baseStandardName });
    expect(stored && (await holderOf(stored))).toBe(id);
    expect(await holderOf({ publishCode: printsManCode, standardName: baseStandardName })).toBeNull();
  });

  it('release their latest number and name when they are deleted', async () => {
    const { id, baseStandardName, printsManCode } = await admin.do(baseStandardInsert, { body: standardInput() });
    const number = `${printsManCode}b`;
    whenReading(standardUses, () => admin.do(baseStandardUpdate, { body: { id, printsManCode: number } }));
    expect(await admin.do(baseStandardDelete, { query: { id, reason: '误建' } })).toBe(true);
    expect(await holderOf({ publishCode: number, standardName: baseStandardName })).toBeNull();
  });
});

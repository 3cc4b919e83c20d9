import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { handle } from '#domain/event-sourcing';
import { reference } from '#domain/reference';
import { type Area, areasIn, citiesIn, provincesIn } from '#domain/units';
import type { Engines } from '#engines';
import { referenceEvents, START } from '#events';
import { importReference, readRows, renewAreas } from './import-reference.js';
import { fixedId, importContext } from './run-import.js';
import { enginesInMemory } from '#harness/standalone/engines-in-memory';

const Row = referenceEvents.AreasListed.schema.shape.areas.element;
const areas = await readRows('reference/areas.jsonl', Row);
const special = await readRows('reference/special-areas.jsonl', Row);
const namesOf = (rows: readonly Area[]) => rows.map(({ AreaName }) => AreaName);

describe('areas of the country', () => {
  it('equal what the script makes of the published list and the special entries', async () => {
    await expect(promisify(execFile)(process.execPath, ['scripts/areas.mjs', '--check'])).resolves.toMatchObject({
      stderr: '',
    });
  });

  it('have unique codes of GB/T 2260, each under an area of the same province', () => {
    const byId = new Map(areas.map((area) => [area.AreaID, area]));
    expect(byId.size).toBe(areas.length);
    expect(areas.filter(({ AreaID }) => !/^[1-8]\d{5}$/.test(String(AreaID)))).toEqual([]);
    expect(areas.filter(({ RootID }) => RootID !== 0 && !byId.has(RootID))).toEqual([]);
    expect(
      areas.filter(({ AreaID, RootID }) => RootID !== 0 && Math.floor(AreaID / 10_000) !== Math.floor(RootID / 10_000)),
    ).toEqual([]);
    expect(areas.filter(({ AreaID, RootID }) => (AreaID % 10_000 === 0) !== (RootID === 0))).toEqual([]);
  });

  it('reach down to districts, and no entry is a mere heading', () => {
    const districts = areas.filter(({ RootID }) => RootID % 10_000 !== 0);
    expect([provincesIn(areas).length, areas.length - districts.length > 480, districts.length > 2700]).toEqual([
      35,
      true,
      true,
    ]);
    expect(namesOf(areasIn(areas, ['浙江省', '宁波市']))).toEqual(
      expect.arrayContaining(['海曙区', '鄞州区', '余姚市', '象山县']),
    );
    expect(namesOf(citiesIn(areas, '上海市'))).toEqual(expect.arrayContaining(['浦东新区', '崇明区']));
    expect(namesOf(citiesIn(areas, '重庆市'))).toEqual(expect.arrayContaining(['渝中区', '城口县']));
    expect(namesOf(citiesIn(areas, '河南省'))).toContain('济源市');
    expect(areas.filter(({ AreaName }) => /直辖|^县$|市辖区/.test(AreaName))).toEqual([]);
  });

  it('include ports, the production corps and the districts of the special regions', () => {
    expect(areas).toEqual(expect.arrayContaining(special));
    expect(namesOf(special)).toEqual(expect.arrayContaining(['宁波舟山港', '天津港', '新疆生产建设兵团']));
    expect(namesOf(citiesIn(areas, '香港特别行政区'))).toHaveLength(18);
  });
});

const open = enginesInMemory();

describe('areas of an installation', () => {
  const silent = { info: () => {} };
  const earlierAreas: Area[] = [
    { AreaID: 330000, AreaName: '浙江省', RootID: 0 },
    { AreaID: 330200, AreaName: '宁波市', RootID: 330000 },
  ];
  const listed = (engines: Engines) => engines.eventStore.readAll(START, 10_000, ['AreasListed']);

  it('are updated once by the next start after an earlier release listed others, also when several processes start together', async () => {
    const engines = await open();
    const at = '2025-03-01T08:00:00.000Z';
    await handle(
      engines.eventStore,
      reference,
      'areas',
      { type: 'List', fact: { type: 'AreasListed', data: { areas: earlierAreas } } },
      importContext('reference-areas', at),
    );
    await handle(
      engines.eventStore,
      reference,
      'import-reference',
      { type: 'List', fact: { type: 'ImportCompleted', data: { import: 'reference', events: 1 } } },
      importContext('reference-import-reference', at),
    );

    await Promise.all([importReference(engines, silent), importReference(engines, silent)]);
    expect((await listed(engines)).map(({ data }) => (data as { areas: Area[] }).areas.length)).toEqual([
      earlierAreas.length,
      areas.length,
    ]);
    expect(await importReference(engines, silent)).toBe(0);
  });

  it('are restored when an older list has replaced them meanwhile', async () => {
    const engines = await open();
    await importReference(engines, silent);
    await handle(
      engines.eventStore,
      reference,
      'areas',
      { type: 'List', fact: { type: 'AreasListed', data: { areas: earlierAreas } } },
      { ...importContext('reference-areas', '2026-03-01T08:00:00.000Z'), commandId: fixedId('older release') },
    );
    expect(await importReference(engines, silent)).toBe(1);
    expect((await listed(engines)).at(-1)?.data).toMatchObject({ areas });
  });

  it('are not reverted by an older release that starts after a newer one, or beside it', async () => {
    const engines = await open();
    await importReference(engines, silent);
    const newer = { areas: [...areas, { AreaID: 330299, AreaName: '新区', RootID: 330200 }], version: 1_000_000 };
    await Promise.all([
      renewAreas(engines.eventStore, silent, newer, '2030-01-01T08:00:00.000Z'),
      importReference(engines, silent),
    ]);
    expect(await importReference(engines, silent)).toBe(0);
    expect((await listed(engines)).map(({ data }) => data)).toEqual([expect.objectContaining({ areas }), newer]);
  });
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import { addSampleLevel, getSampleLevels, updateSampleLevel, type SampleLevelRow } from '#contract';
import { levelPlacement } from '#domain/catalogue-maintenance';
import { handle } from '#domain/event-sourcing';
import { SYSTEM_ACTOR } from '#domain/users';
import { sampleTreeEvents, START } from '#events';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
});
afterAll(() => service.close());

const add = async (admin: Client, name: string, parentId: string | null): Promise<SampleLevelRow> => {
  const added = await admin.do(addSampleLevel, { body: { name, parentId } });
  await service.catchUp();
  return added;
};

it('if two levels are moved under each other at the same time, one move is refused and the tree stays valid', async () => {
  const admin = await service.as('admin');
  const big = await add(admin, `并发 ${v4().slice(0, 8)}`, null);
  for (const round of [1, 2, 3, 4, 5]) {
    const [levelA, levelB] = [
      await add(admin, `甲${round}`, big.sampleLevelId),
      await add(admin, `乙${round}`, big.sampleLevelId),
    ];
    const key = v4();
    const move = (id: string, parentId: string, headers = { 'idempotency-key': v4() }) =>
      admin.call(updateSampleLevel, { body: { id, parentId }, headers });
    const replies = await Promise.all([
      move(levelA.sampleLevelId, levelB.sampleLevelId, { 'idempotency-key': key }),
      move(levelB.sampleLevelId, levelA.sampleLevelId),
    ]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(replies.find(({ status }) => status === 409)?.failure).toMatchObject({ code: 'CATEGORY_CANNOT_MOVE' });
    await service.catchUp();
    const [upper, lower] = replies[0]?.status === 200 ? [levelB, levelA] : [levelA, levelB];
    const listLevelPaths = async () =>
      (await admin.do(getSampleLevels))
        .filter(({ sampleLevelId }) => [levelA, levelB].some((level) => level.sampleLevelId === sampleLevelId))
        .map(({ displayName }) => displayName);
    expect(await listLevelPaths()).toEqual([
      `${big.name} → ${upper.name}`,
      `${big.name} → ${upper.name} → ${lower.name}`,
    ]);
    // Put back, each of them goes under the other again.
    expect([
      (await move(lower.sampleLevelId, big.sampleLevelId)).status,
      (await move(upper.sampleLevelId, lower.sampleLevelId)).status,
    ]).toEqual([200, 200]);
    await service.catchUp();
    expect(await listLevelPaths()).toEqual([
      `${big.name} → ${lower.name}`,
      `${big.name} → ${lower.name} → ${upper.name}`,
    ]);
  }
});

it('a refused move leaves the tree unchanged, and saving the level resolves an interrupted move', async () => {
  const admin = await service.as('admin');
  const big = await add(admin, `拒绝 ${v4().slice(0, 8)}`, null);
  const [levelA, levelB] = [await add(admin, '甲', big.sampleLevelId), await add(admin, '乙', big.sampleLevelId)];
  await add(admin, '甲', levelB.sampleLevelId);
  /** What the console sends of a level: the one above only where another was chosen. */
  const save = async (
    { sampleLevelId: id, name, orderNum }: SampleLevelRow,
    changed: { name?: string; parentId?: string } = {},
    headers = {},
  ) => {
    const reply = await admin.call(updateSampleLevel, { body: { id, name, orderNum, ...changed }, headers });
    await service.catchUp();
    return reply;
  };
  const placed = async () =>
    (await service.engines.eventStore.readAll(START, 1000, Object.keys(sampleTreeEvents))).length;
  const previousCount = await placed();
  expect((await save(levelA, { parentId: levelB.sampleLevelId })).failure).toMatchObject({
    code: 'CATEGORY_NAME_TAKEN',
  });
  expect((await save(levelA, { parentId: levelB.sampleLevelId, name: '长'.repeat(51) })).failure).toMatchObject({
    code: 'TEXT_TOO_LONG',
  });
  expect((await save(levelA, { parentId: levelB.sampleLevelId, name: '丙' }, { 'if-match': '"7"' })).status).toBe(412);
  expect([(await save(levelA)).status, await placed()]).toEqual([200, previousCount]);

  const brokenOff = {
    type: 'PlaceLevels' as const,
    levels: [{ id: levelA.sampleLevelId, parentId: levelB.sampleLevelId }],
    tree: [],
  };
  await handle(service.engines.eventStore, levelPlacement, 'levels', brokenOff, {
    by: SYSTEM_ACTOR,
    at: new Date().toISOString(),
    commandId: v4(),
    correlationId: v4(),
  });
  expect((await save(levelB, { parentId: levelA.sampleLevelId })).failure).toMatchObject({
    code: 'CATEGORY_CANNOT_MOVE',
  });
  expect((await save(levelA)).status).toBe(200);
  expect((await save(levelB, { parentId: levelA.sampleLevelId })).status).toBe(200);
});

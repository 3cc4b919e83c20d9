import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import { consignment } from '#domain/consignment';
import { type CommandContext, handle, load } from '#domain/event-sourcing';
import { type Engines, openEmbeddedEngines } from '#engines';
import { ROLE } from '#events';
import type { Caller } from '../auth/caller.js';
import type { Decisions } from '../commands/decisions.js';
import { createDecisions } from '#harness/commands/open-decisions';
import { executeOnSeveral } from './consignment-access.js';

let engines: Engines;
let decisions: Decisions;
beforeAll(async () => {
  engines = await openEmbeddedEngines(':memory:');
  ({ decisions } = createDecisions(engines));
});
afterAll(async () => {
  await engines.close();
});

const unitId = v4();
const actor = { userId: v4(), role: ROLE.client, unitId };
const caller: Caller = {
  actor,
  jti: v4(),
  userId: actor.userId,
  userName: 'client',
  name: '陈志远',
  roles: [ROLE.client],
  unitId,
  unitType: 2,
  unitName: '委托单位',
};
const asked = (): CommandContext => ({
  by: actor,
  at: '2026-11-21T08:00:00.000Z',
  commandId: v4(),
  correlationId: v4(),
});
const cancel = { type: 'Cancel', by: actor, description: '' } as const;

const created = async (): Promise<string> => {
  const id = v4();
  await handle(
    engines.eventStore,
    consignment,
    id,
    { type: 'CreateConsignment', by: actor, at: asked().at, consignType: 1, consignUnitName: '委托单位', defaults: {} },
    asked(),
  );
  return id;
};
const statusOf = async (id: string) => {
  const { state } = await load(engines.eventStore, consignment, id);
  return state.phase === 'absent' ? null : state.consignStatus;
};
/** Cancels these; `meanwhile` runs when all are checked and the given one is about to be appended. */
const cancelAll = (ids: string[], before: string, meanwhile: () => Promise<unknown>, context = asked()) =>
  executeOnSeveral(engines.eventStore, decisions, {
    ids,
    caller,
    context,
    commandFor: () => cancel,
    complete: async (command, { id }) => {
      if (id === before) await meanwhile();
      return command;
    },
  });

describe('a command for several consignments', () => {
  it('is decided again for a consignment that changed in the meantime', async () => {
    const [one, two] = [await created(), await created()];
    let changes = 0;
    // A change that does not matter to the command: the draft takes up the defaults of a testing unit.
    const change = async () => {
      if (changes++ > 0) return;
      const unit = {
        testUnitId: v4(),
        testUnitName: '检测机构',
        testUnitAddressId: null,
        testUnitAddressDetail: '',
        projectId: null,
        projectName: '',
        tuqualificationId: null,
        tuqualificationName: '',
        consginTestType: '',
      };
      const settings = {
        isConsignSingleSample: false,
        IsEnableConsignSign: false,
        IsConsignSampleNeedConfirm: true,
        IsEnableProjectContractSectName: false,
        testUnitIsLimsCust: false,
      };
      await handle(
        engines.eventStore,
        consignment,
        two,
        { type: 'ChangeTestingUnit', by: actor, unit, settings },
        asked(),
      );
    };
    expect((await cancelAll([one, two], two, change)).map(({ id, revision }) => [id, revision])).toEqual([
      [one, 1],
      [two, 2],
    ]);
    expect([await statusOf(one), await statusOf(two), changes]).toEqual([50, 50, 2]);
  });

  it('reports which consignments are done and which are not if a late change stops it, and does nothing twice when repeated', async () => {
    const [one, two, three] = [await created(), await created(), await created()];
    const context = asked();
    const late = () => handle(engines.eventStore, consignment, two, cancel, asked());
    await expect(cancelAll([one, two, three], two, late, context)).rejects.toMatchObject({
      code: 'PARTLY_DONE',
      params: {
        done: one,
        notDone: `${two},${three}`,
        cause: { code: 'NOT_IN_THIS_STATUS', params: { status: 50, action: 'cancel' } },
      },
    });
    expect([await statusOf(one), await statusOf(two), await statusOf(three)]).toEqual([50, 50, 10]);
    const [again] = await cancelAll([one], '', () => Promise.resolve(), context);
    expect(again).toMatchObject({ id: one, appended: 0, revision: 1 });
  });
});

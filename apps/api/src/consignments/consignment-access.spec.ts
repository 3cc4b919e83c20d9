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
const newContext = (): CommandContext => ({
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
    {
      type: 'CreateConsignment',
      by: actor,
      at: newContext().at,
      consignType: 1,
      consignUnitName: '委托单位',
      defaults: {},
    },
    newContext(),
  );
  return id;
};
const statusOf = async (id: string) => {
  const { state } = await load(engines.eventStore, consignment, id);
  return state.phase === 'absent' ? null : state.consignStatus;
};
/** Cancels these; `meanwhile` runs when all are checked and the given one is about to be appended. */
const cancelAll = (ids: string[], interruptedId: string, meanwhile: () => Promise<unknown>, context = newContext()) =>
  executeOnSeveral(engines.eventStore, decisions, {
    ids,
    caller,
    context,
    commandFor: () => cancel,
    complete: async (command, { id }) => {
      if (id === interruptedId) await meanwhile();
      return command;
    },
  });

describe('a command for several consignments', () => {
  it('is decided again for a consignment that changed in the meantime', async () => {
    const [idA, idB] = [await created(), await created()];
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
        idB,
        { type: 'ChangeTestingUnit', by: actor, unit, settings },
        newContext(),
      );
    };
    expect((await cancelAll([idA, idB], idB, change)).map(({ id, revision }) => [id, revision])).toEqual([
      [idA, 1],
      [idB, 2],
    ]);
    expect([await statusOf(idA), await statusOf(idB), changes]).toEqual([50, 50, 2]);
  });

  it('reports which consignments are done and which are not if a late change stops it, and does nothing twice when repeated', async () => {
    const [idA, idB, idC] = [await created(), await created(), await created()];
    const context = newContext();
    const cancelMeanwhile = () => handle(engines.eventStore, consignment, idB, cancel, newContext());
    await expect(cancelAll([idA, idB, idC], idB, cancelMeanwhile, context)).rejects.toMatchObject({
      code: 'PARTLY_DONE',
      params: {
        done: idA,
        notDone: `${idB},${idC}`,
        cause: { code: 'NOT_IN_THIS_STATUS', params: { status: 50, action: 'cancel' } },
      },
    });
    expect([await statusOf(idA), await statusOf(idB), await statusOf(idC)]).toEqual([50, 50, 10]);
    const [repeated] = await cancelAll([idA], '', () => Promise.resolve(), context);
    expect(repeated).toMatchObject({ id: idA, appended: 0, revision: 1 });
  });
});

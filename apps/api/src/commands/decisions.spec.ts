import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import { consignment } from '#domain/consignment';
import { handle, load, StaleRevision, type CommandContext } from '#domain/event-sourcing';
import { numbering } from '#domain/numbering';
import { openEmbeddedEngines, type Engines } from '#engines';
import { HeadConflict, ROLE } from '#events';
import { createDecisions } from '#harness/commands/open-decisions';

type Opened = ReturnType<typeof createDecisions>;

let engines: Engines;
let opened: Opened;
beforeAll(async () => {
  engines = await openEmbeddedEngines(':memory:');
  opened = createDecisions(engines);
});
afterAll(async () => {
  await engines.close();
});

const actor = { userId: v4(), role: ROLE.client, unitId: v4() };
const asked = (expectedRevision?: number): CommandContext => ({
  by: actor,
  at: '2026-11-21T08:00:00.000Z',
  commandId: v4(),
  correlationId: v4(),
  ...(expectedRevision === undefined ? {} : { expectedRevision }),
});
const create = {
  type: 'CreateConsignment',
  by: actor,
  at: asked().at,
  consignType: 1,
  consignUnitName: '委托单位',
  defaults: {},
} as const;
const cancel = { type: 'Cancel', by: actor, description: '' } as const;
const created = async () => {
  const id = v4();
  await handle(engines.eventStore, consignment, id, create, asked());
  return id;
};

/** What was counted while this ran. */
const counted = async ({ metrics }: Opened, run: () => Promise<unknown>) => {
  metrics.registry.resetMetrics();
  await run();
  return (await metrics.decisions.get()).values.map(({ labels, value }) => ({ ...labels, value }));
};
const once = (command: string, outcome: string, code = '') => [
  { aggregate: 'consignment', command, outcome, code, value: 1 },
];

describe('a decision', () => {
  it('returns what was written, and is counted and timed', async () => {
    const { decisions, metrics } = opened;
    const id = v4();
    expect(
      await counted(opened, async () =>
        expect(await decisions.decide(consignment, id, create, asked())).toMatchObject({
          revision: 0,
          appended: 1,
          state: { consignStatus: 10 },
        }),
      ),
    ).toEqual(once('CreateConsignment', 'appended'));
    expect(await metrics.registry.metrics()).toMatch(
      /^decision_duration_seconds_count\{aggregate="consignment",command="CreateConsignment",outcome="appended"\} 1$/m,
    );
  });

  it('that is refused reports the rule to the caller and to the counter', async () => {
    const { decisions } = opened;
    const id = await created();
    await decisions.decide(consignment, id, cancel, asked());
    expect(
      await counted(opened, () =>
        expect(decisions.decide(consignment, id, () => Promise.resolve(cancel), asked())).rejects.toMatchObject({
          code: 'NOT_IN_THIS_STATUS',
        }),
      ),
    ).toEqual(once('Cancel', 'refused', 'NOT_IN_THIS_STATUS'));
  });

  it('that is repeated, based on an old revision, or fails is counted as such', async () => {
    const { decisions } = opened;
    const id = await created();
    const context = asked();
    await decisions.decide(consignment, id, cancel, context);
    expect(await counted(opened, () => decisions.decide(consignment, id, cancel, context))).toEqual(
      once('Cancel', 'unchanged'),
    );
    expect(
      await counted(opened, () =>
        expect(decisions.decide(consignment, id, cancel, asked(0))).rejects.toBeInstanceOf(StaleRevision),
      ),
    ).toEqual(once('Cancel', 'stale'));
    expect(
      await counted(opened, () =>
        expect(
          decisions.decide(consignment, id, () => Promise.reject(new Error('no catalogue')), asked()),
        ).rejects.toThrow('no catalogue'),
      ),
    ).toEqual(once('unmade', 'failed'));
  });

  it('that loses every race against concurrent writes is counted as a conflict', async () => {
    const register = v4();
    const take = () => ({ type: 'TakeNumbers', takenFor: [v4()] }) as const;
    const overtaken = async () => {
      await handle(engines.eventStore, numbering, register, take(), asked());
      return take();
    };
    const lost = () =>
      expect(opened.decisions.decide(numbering, register, overtaken, asked())).rejects.toBeInstanceOf(HeadConflict);
    expect(await counted(opened, lost)).toEqual([
      { aggregate: 'numbering', command: 'TakeNumbers', outcome: 'conflict', code: '', value: 1 },
    ]);
  });
});

describe('a state that was read before', () => {
  it('is extended only by the new events when its stream has grown, and the earlier object does not change', async () => {
    const folded: string[] = [];
    const evolve: typeof consignment.decider.evolve = (state, event) => {
      folded.push(event.type);
      return consignment.decider.evolve(state, event);
    };
    const watched = { ...consignment, decider: { ...consignment.decider, evolve } };
    const id = await created();
    const before = (await load(engines.eventStore, watched, id)).state;
    expect((await load(engines.eventStore, watched, id)).state).toBe(before);
    await handle(engines.eventStore, consignment, id, cancel, asked());
    const { state } = await load(engines.eventStore, watched, id);
    expect(folded).toEqual(['ConsignmentCreated', 'ConsignmentCancelled']);
    expect([before, state]).toMatchObject([{ consignStatus: 10 }, { consignStatus: 50 }]);
  });
});

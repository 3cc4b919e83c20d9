import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import { consignment } from '#domain/consignment';
import { handle, load, StaleRevision, type CommandContext } from '#domain/event-sourcing';
import { numbering } from '#domain/numbering';
import { openEmbeddedEngines, type Engines } from '#engines';
import { HeadConflict, ROLE } from '#events';
import { createDecisions } from '#harness/commands/open-decisions';

type Opening = ReturnType<typeof createDecisions>;

let engines: Engines;
let opening: Opening;
beforeAll(async () => {
  engines = await openEmbeddedEngines(':memory:');
  opening = createDecisions(engines);
});
afterAll(async () => {
  await engines.close();
});

const actor = { userId: v4(), role: ROLE.client, unitId: v4() };
const contextAt = (expectedRevision?: number): CommandContext => ({
  by: actor,
  at: '2026-11-21T08:00:00.000Z',
  commandId: v4(),
  correlationId: v4(),
  ...(expectedRevision === undefined ? {} : { expectedRevision }),
});
const create = {
  type: 'CreateConsignment',
  by: actor,
  at: contextAt().at,
  consignType: 1,
  consignUnitName: '委托单位',
  defaults: {},
} as const;
const cancel = { type: 'Cancel', by: actor, description: '' } as const;
const created = async () => {
  const id = v4();
  await handle(engines.eventStore, consignment, id, create, contextAt());
  return id;
};

/** What was counted while this ran. */
const decisionCounts = async ({ metrics }: Opening, run: () => Promise<unknown>) => {
  metrics.registry.resetMetrics();
  await run();
  return (await metrics.decisions.get()).values.map(({ labels, value }) => ({ ...labels, value }));
};
const singleCount = (command: string, outcome: string, code = '') => [
  { aggregate: 'consignment', command, outcome, code, value: 1 },
];

describe('a decision', () => {
  it('returns what was written, and is counted and timed', async () => {
    const { decisions, metrics } = opening;
    const id = v4();
    expect(
      await decisionCounts(opening, async () =>
        expect(await decisions.decide(consignment, id, create, contextAt())).toMatchObject({
          revision: 0,
          appended: 1,
          state: { consignStatus: 10 },
        }),
      ),
    ).toEqual(singleCount('CreateConsignment', 'appended'));
    expect(await metrics.registry.metrics()).toMatch(
      /^decision_duration_seconds_count\{aggregate="consignment",command="CreateConsignment",outcome="appended"\} 1$/m,
    );
  });

  it('that is refused reports the rule to the caller and to the counter', async () => {
    const { decisions } = opening;
    const id = await created();
    await decisions.decide(consignment, id, cancel, contextAt());
    expect(
      await decisionCounts(opening, () =>
        expect(decisions.decide(consignment, id, () => Promise.resolve(cancel), contextAt())).rejects.toMatchObject({
          code: 'NOT_IN_THIS_STATUS',
        }),
      ),
    ).toEqual(singleCount('Cancel', 'refused', 'NOT_IN_THIS_STATUS'));
  });

  it('that is repeated, based on an old revision, or fails is counted as such', async () => {
    const { decisions } = opening;
    const id = await created();
    const context = contextAt();
    await decisions.decide(consignment, id, cancel, context);
    expect(await decisionCounts(opening, () => decisions.decide(consignment, id, cancel, context))).toEqual(
      singleCount('Cancel', 'unchanged'),
    );
    expect(
      await decisionCounts(opening, () =>
        expect(decisions.decide(consignment, id, cancel, contextAt(0))).rejects.toBeInstanceOf(StaleRevision),
      ),
    ).toEqual(singleCount('Cancel', 'stale'));
    expect(
      await decisionCounts(opening, () =>
        expect(
          decisions.decide(consignment, id, () => Promise.reject(new Error('no catalogue')), contextAt()),
        ).rejects.toThrow('no catalogue'),
      ),
    ).toEqual(singleCount('unmade', 'failed'));
  });

  it('that loses every race against concurrent writes is counted as a conflict', async () => {
    const register = v4();
    const takeNumbers = () => ({ type: 'TakeNumbers', takenFor: [v4()] }) as const;
    const overtaken = async () => {
      await handle(engines.eventStore, numbering, register, takeNumbers(), contextAt());
      return takeNumbers();
    };
    const decideOvertaken = () =>
      expect(opening.decisions.decide(numbering, register, overtaken, contextAt())).rejects.toBeInstanceOf(
        HeadConflict,
      );
    expect(await decisionCounts(opening, decideOvertaken)).toEqual([
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
    const countedAggregate = { ...consignment, decider: { ...consignment.decider, evolve } };
    const id = await created();
    const currentState = (await load(engines.eventStore, countedAggregate, id)).state;
    expect((await load(engines.eventStore, countedAggregate, id)).state).toBe(currentState);
    await handle(engines.eventStore, consignment, id, cancel, contextAt());
    const { state } = await load(engines.eventStore, countedAggregate, id);
    expect(folded).toEqual(['ConsignmentCreated', 'ConsignmentCancelled']);
    expect([currentState, state]).toMatchObject([{ consignStatus: 10 }, { consignStatus: 50 }]);
  });
});

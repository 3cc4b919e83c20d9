import { Controller, Inject } from '@nestjs/common';
import { getRecordChanges, type RecordChange, type RecordKind } from '#contract';
import { consigningUnit, factChanges, load, problem, project, reportConfig, RuleBroken, sameId, settings, spokenConsigningUnit, spokenReportConfig, spokenTenant, spokenTestingUnit, tenant, testingUnit, type Aggregate } from '#domain';
import type { Engines } from '#engines';
import { decode, ROLE, type EventCatalogue, type RecordedEvent } from '#events';
import { has, type Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { namesOf } from '../consignments/names-of.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';

const UNKNOWN = { testingUnit: 'NO_SUCH_UNIT', consigningUnit: 'NO_SUCH_UNIT', project: 'NO_SUCH_PROJECT', tenant: 'NO_SUCH_TENANT' } as const;
type Told = Omit<RecordChange, 'by'> & { userId: string; position: string };

@Controller()
export class GetRecordChanges {
  constructor(@Inject(ENGINES) private readonly engines: Engines, @Inject(Users) private readonly users: Users) {}

  /** A unit's own staff see the history of their unit, everybody's project and tenants are the administrator's. */
  @Handles(getRecordChanges)
  async handle(@Input() { kind, id }: InputOf<typeof getRecordChanges>, @By() caller: Caller): Promise<RecordChange[]> {
    if (!has(caller, ROLE.admin) && (kind === 'project' || kind === 'tenant' || !sameId(caller.unitId, id))) throw Problem.forbidden();
    const told = (await this.told(kind, id)).toSorted((left, right) => (left.position < right.position ? 1 : -1));
    if (told.length === 0) throw new RuleBroken(problem(UNKNOWN[kind]));
    const nameOf = await namesOf(this.users, told.map(({ userId }) => userId));
    return told.map(({ userId, position: _, ...change }) => ({ ...change, by: nameOf(userId) }));
  }

  private async told(kind: RecordKind, id: string): Promise<Told[]> {
    const { eventStore } = this.engines;
    const changesIn = async <Catalogue extends EventCatalogue, Command, State extends object | null>(aggregate: Aggregate<Catalogue, Command, State>, spoken: (state: NonNullable<State>) => object = (state) => state) => changesOf(aggregate, spoken, (await load(eventStore, aggregate, id)).past);
    switch (kind) {
      case 'testingUnit':
        return [...(await changesIn(testingUnit, spokenTestingUnit)), ...(await changesIn(settings))];
      case 'consigningUnit':
        return [...(await changesIn(consigningUnit, spokenConsigningUnit)), ...(await changesIn(settings)), ...(await changesIn(reportConfig, spokenReportConfig))];
      case 'project':
        return changesIn(project);
      case 'tenant':
        return changesIn(tenant, spokenTenant);
    }
  }
}

/** What each event changed, by folding the stream and comparing before and after, in members as the calls spell them. */
const changesOf = <Catalogue extends EventCatalogue, Command, State extends object | null>({ events, decider }: Aggregate<Catalogue, Command, State>, spoken: (state: NonNullable<State>) => object, past: readonly RecordedEvent[]): Told[] => {
  let state = decider.initialState;
  return past.map((event) => {
    const before = state;
    const decoded = decode(events, event);
    state = decider.evolve(state, decoded);
    const { reason } = decoded.data as { reason?: string };
    // What was there when it was deleted is told by the entries before.
    return { id: event.id, action: event.type, at: event.metadata.at, userId: event.metadata.by.userId, position: event.position, reason: reason ?? '', changes: state === null ? [] : factChanges(before && spoken(before), spoken(state)) };
  });
};

import { Controller, Inject } from '@nestjs/common';
import { getRecordChanges, type RecordChange, type RecordKind } from '#contract';
import { consigningUnit, factChanges, load, problem, project, RuleBroken, sameId, settings, testingUnit, type Aggregate } from '#domain';
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

type Told = Omit<RecordChange, 'by'> & { userId: string; position: string };

@Controller()
export class GetRecordChanges {
  constructor(@Inject(ENGINES) private readonly engines: Engines, @Inject(Users) private readonly users: Users) {}

  /** A unit's own staff see the history of their unit, everybody's project is the administrator's. */
  @Handles(getRecordChanges)
  async handle(@Input() { kind, id }: InputOf<typeof getRecordChanges>, @By() caller: Caller): Promise<RecordChange[]> {
    if (!has(caller, ROLE.admin) && (kind === 'project' || !sameId(caller.unitId, id))) throw Problem.forbidden();
    const told = (await this.told(kind, id)).toSorted((left, right) => (left.position < right.position ? 1 : -1));
    if (told.length === 0) throw new RuleBroken(problem(kind === 'project' ? 'NO_SUCH_PROJECT' : 'NO_SUCH_UNIT'));
    const nameOf = await namesOf(this.users, told.map(({ userId }) => userId));
    return told.map(({ userId, position: _, ...change }) => ({ ...change, by: nameOf(userId) }));
  }

  private async told(kind: RecordKind, id: string): Promise<Told[]> {
    const { eventStore } = this.engines;
    const changesIn = async <Catalogue extends EventCatalogue, Command, State extends object | null>(aggregate: Aggregate<Catalogue, Command, State>) => changesOf(aggregate, (await load(eventStore, aggregate, id)).past);
    switch (kind) {
      case 'testingUnit':
        return [...(await changesIn(testingUnit)), ...(await changesIn(settings))];
      case 'consigningUnit':
        return [...(await changesIn(consigningUnit)), ...(await changesIn(settings))];
      case 'project':
        return changesIn(project);
    }
  }
}

/** What each event changed, by folding the stream and comparing before and after. */
const changesOf = <Catalogue extends EventCatalogue, Command, State extends object | null>({ events, decider }: Aggregate<Catalogue, Command, State>, past: readonly RecordedEvent[]): Told[] => {
  let state = decider.initialState;
  return past.map((event) => {
    const before = state;
    const decoded = decode(events, event);
    state = decider.evolve(state, decoded);
    const { reason } = decoded.data as { reason?: string };
    // What was there when it was deleted is told by the entries before.
    return { id: event.id, action: event.type, at: event.metadata.at, userId: event.metadata.by.userId, position: event.position, reason: reason ?? '', changes: state === null ? [] : factChanges(before, state) };
  });
};

import { Controller, Inject } from '@nestjs/common';
import { getRecordChanges, rolePermissions, type RecordChange, type RecordKind } from '#contract';
import {
  catalogueCategories,
  consigningUnit,
  factChanges,
  instruction,
  keptCategory,
  labSystem,
  load,
  notice,
  problem,
  project,
  reportConfig,
  role,
  RuleBroken,
  settings,
  spokenConsigningUnit,
  spokenLabSystem,
  spokenLevel,
  spokenReportConfig,
  spokenRole,
  spokenTenant,
  spokenTestingUnit,
  spokenUser,
  tenant,
  sameId,
  testingUnit,
  unitManagers,
  user,
  type Aggregate,
  type CategoryRow,
  type Language,
} from '#domain';
import type { Engines } from '#engines';
import { decode, ROLE, unitManagerEvents, type EventCatalogue, type RecordedEvent } from '#events';
import { has, type Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { namesOf } from '../consignments/names-of.js';
import { By, In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { mayKeep } from '../notices/keep-notices.js';
import { ENGINES } from '../provided.js';
import { accountFor } from '../users/kept-account.js';
import { ownOnly } from './own-unit.js';

const UNKNOWN = {
  testingUnit: 'NO_SUCH_UNIT',
  consigningUnit: 'NO_SUCH_UNIT',
  project: 'NO_SUCH_PROJECT',
  tenant: 'NO_SUCH_TENANT',
  category: 'NO_SUCH_CATEGORY',
  user: 'NO_SUCH_USER',
  role: 'NO_SUCH_ROLE',
  notice: 'NO_SUCH_NOTICE',
  instruction: 'NO_SUCH_INSTRUCTION',
} as const;
type Told = Omit<RecordChange, 'by'> & { userId: string; position: string };

@Controller()
export class GetRecordChanges {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  /** A unit's own staff see the history of their unit, its accounts and its notices; what belongs to the platform is the administrator's. */
  @Handles(getRecordChanges)
  async handle(
    @Input() { kind, id }: InputOf<typeof getRecordChanges>,
    @By() caller: Caller,
    @In() language: Language,
  ): Promise<RecordChange[]> {
    await this.refuseOthers(caller, kind, id);
    const told = (await this.told(kind, id, language)).toSorted((left, right) =>
      left.position < right.position ? 1 : -1,
    );
    if (told.length === 0) throw new RuleBroken(problem(UNKNOWN[kind]));
    const nameOf = await namesOf(
      this.users,
      told.map(({ userId }) => userId),
    );
    return told.map(({ userId, position: _, ...change }) => ({ ...change, by: nameOf(userId) }));
  }

  /** Of accounts and notices of others nobody learns that they exist. */
  private async refuseOthers(caller: Caller, kind: RecordKind, id: string): Promise<void> {
    const { eventStore } = this.engines;
    if (kind === 'user') await accountFor(eventStore, caller, id);
    else if (kind === 'notice') {
      const { state } = await load(eventStore, notice, id);
      if (!state || !mayKeep(caller, state.testUnitId)) throw new RuleBroken(problem('NO_SUCH_NOTICE'));
    } else if (kind === 'testingUnit' || kind === 'consigningUnit') ownOnly(caller, id);
    else if (!has(caller, ROLE.admin)) throw Problem.forbidden();
  }

  private async told(kind: RecordKind, id: string, language: Language): Promise<Told[]> {
    const { eventStore } = this.engines;
    const changesIn = async <Catalogue extends EventCatalogue, Command, State extends object | null>(
      aggregate: Aggregate<Catalogue, Command, State>,
      spoken: (state: NonNullable<State>) => object = (state) => state,
    ) => changesOf(aggregate, spoken, (await load(eventStore, aggregate, id)).past);
    switch (kind) {
      case 'testingUnit':
        return [
          ...(await changesIn(testingUnit, spokenTestingUnit)),
          ...(await changesIn(settings)),
          ...(await changesIn(labSystem, spokenLabSystem)),
        ];
      case 'consigningUnit':
        return [
          ...(await changesIn(consigningUnit, spokenConsigningUnit)),
          ...(await changesIn(settings)),
          ...(await changesIn(reportConfig, spokenReportConfig)),
        ];
      case 'project':
        return changesIn(project);
      case 'tenant':
        return changesIn(tenant, spokenTenant);
      case 'category':
        return this.categoryChanges(id);
      case 'user':
        return [...(await changesIn(user, spokenUser)), ...(await this.rightChanges(id))];
      case 'role':
        return changesIn(role, (granting) =>
          spokenRole(
            granting,
            (name) => rolePermissions.find((permission) => permission.name === name)?.displayName[language] ?? name,
          ),
        );
      case 'notice':
        return changesIn(notice);
      case 'instruction':
        return changesIn(instruction);
    }
  }

  /** What the unit's stream says of this account alone: when it was given the right to act for colleagues, and when it lost it. */
  private async rightChanges(userId: string): Promise<Told[]> {
    const { eventStore } = this.engines;
    const { state } = await load(eventStore, user, userId);
    if (!state || state.unitId === null) return [];
    const { past } = await load(eventStore, unitManagers, state.unitId);
    return past.flatMap((event): Told[] => {
      const { type, data } = decode(unitManagerEvents, event);
      const isGiven = type === 'UnitManagerGranted';
      if (!sameId(data.userId, userId)) return [];
      const { at, by } = event.metadata;
      return [
        {
          id: event.id,
          action: type,
          at,
          userId: by.userId,
          ...(by.via && { via: by.via }),
          position: event.position,
          reason: data.reason,
          changes: [{ field: 'isUnitManager', about: '', member: '', old: String(!isGiven), new: String(isGiven) }],
        },
      ];
    });
  }

  /** The level above by its name of today. */
  private async categoryChanges(id: string): Promise<Told[]> {
    const { eventStore, views } = this.engines;
    const { rows } = await views.find<CategoryRow>(catalogueCategories, {});
    return changesOf(
      keptCategory,
      (category) => spokenLevel(category, (above) => rows.find((row) => row.id === above)?.name ?? above),
      (await load(eventStore, keptCategory, id)).past,
    );
  }
}

/** What each event changed, by folding the stream and comparing before and after, in members as the calls spell them. */
const changesOf = <Catalogue extends EventCatalogue, Command, State extends object | null>(
  { events, decider }: Aggregate<Catalogue, Command, State>,
  spoken: (state: NonNullable<State>) => object,
  past: readonly RecordedEvent[],
): Told[] => {
  let state = decider.initialState;
  return past.map((event) => {
    const before = state;
    const decoded = decode(events, event);
    state = decider.evolve(state, decoded);
    const { reason } = decoded.data as { reason?: string };
    // What was there when it was deleted is told by the entries before.
    return {
      id: event.id,
      action: event.type,
      at: event.metadata.at,
      userId: event.metadata.by.userId,
      ...(event.metadata.by.via && { via: event.metadata.by.via }),
      position: event.position,
      reason: reason ?? '',
      changes: state === null ? [] : factChanges(before && spoken(before), spoken(state)),
    };
  });
};

import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { getRecordChanges, rolePermissions, type RecordChange, type RecordKind, type ResultOf } from '#contract';
import { catalogueCategories, type CategoryRow } from '#domain/catalogue';
import { managedCategory, toApiLevel } from '#domain/catalogue-maintenance';
import { factChanges } from '#domain/changes';
import { load, type Aggregate } from '#domain/event-sourcing';
import { instruction } from '#domain/instructions';
import { notice } from '#domain/notices';
import { project } from '#domain/projects';
import { role, toApiRole } from '#domain/roles';
import { problem, RuleBroken, sameId } from '#domain/rules';
import type { Language } from '#domain/text';
import { toApiTenant, tenant } from '#domain/tenants';
import {
  consigningUnit,
  labSystem,
  reportConfig,
  settings,
  toApiConsigningUnit,
  toApiLabSystem,
  toApiReportConfig,
  toApiTestingUnit,
  testingUnit,
} from '#domain/units';
import { toApiUser, unitManagers, user } from '#domain/users';
import type { Engines } from '#engines';
import { decode, ROLE, unitManagerEvents, type EventCatalogue, type RecordedEvent } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { Users, loadUserNames } from '../auth/users.js';
import type { OperationReturn, InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';
import { mayManageNotice as mayKeep } from '../notices/notices.queries.js';
import { ENGINES } from '../injection-tokens.js';
import { requireVisibleAccount } from '../users/account-access.js';
import { requireUnitAccess } from './unit-access.js';

const NOT_FOUND_CODES = {
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

type UnnamedChange = Omit<RecordChange, 'by'> & { userId: string; position: string };

/** Staff see the history of their unit, its accounts and its notices; administrators see everything. */
export class ListRecordChanges extends Query<OperationReturn<ResultOf<typeof getRecordChanges>>> {
  constructor(
    readonly input: InputOf<typeof getRecordChanges>,
    readonly caller: Caller,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(ListRecordChanges)
export class ListRecordChangesHandler implements IQueryHandler<ListRecordChanges> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  async execute({ input: { kind, id }, caller, language }: ListRecordChanges): Promise<RecordChange[]> {
    await this.refuseOthers(caller, kind, id);
    const changes = (await this.readChanges(kind, id, language)).toSorted((left, right) =>
      left.position < right.position ? 1 : -1,
    );
    if (changes.length === 0) throw new RuleBroken(problem(NOT_FOUND_CODES[kind]));
    const nameOf = await loadUserNames(
      this.users,
      changes.map(({ userId }) => userId),
    );
    return changes.map(({ userId, position: _, ...change }) => ({ ...change, by: nameOf(userId) }));
  }

  /** Accounts and notices of others give the same error as unknown ones. */
  private async refuseOthers(caller: Caller, kind: RecordKind, id: string): Promise<void> {
    const { eventStore } = this.engines;
    if (kind === 'user') await requireVisibleAccount(eventStore, caller, id);
    else if (kind === 'notice') {
      const { state } = await load(eventStore, notice, id);
      if (!state || !mayKeep(caller, state.testUnitId)) throw new RuleBroken(problem('NO_SUCH_NOTICE'));
    } else if (kind === 'testingUnit' || kind === 'consigningUnit') requireUnitAccess(caller, id);
    else if (!hasRole(caller, ROLE.admin)) throw Problem.forbidden();
  }

  private async readChanges(kind: RecordKind, id: string, language: Language): Promise<UnnamedChange[]> {
    const { eventStore } = this.engines;
    const changesIn = async <Catalogue extends EventCatalogue, Command, State extends object | null>(
      aggregate: Aggregate<Catalogue, Command, State>,
      toApi: (state: NonNullable<State>) => object = (state) => state,
    ) => changesOf(aggregate, toApi, (await load(eventStore, aggregate, id)).events);
    switch (kind) {
      case 'testingUnit':
        return [
          ...(await changesIn(testingUnit, toApiTestingUnit)),
          ...(await changesIn(settings)),
          ...(await changesIn(labSystem, toApiLabSystem)),
        ];
      case 'consigningUnit':
        return [
          ...(await changesIn(consigningUnit, toApiConsigningUnit)),
          ...(await changesIn(settings)),
          ...(await changesIn(reportConfig, toApiReportConfig)),
        ];
      case 'project':
        return changesIn(project);
      case 'tenant':
        return changesIn(tenant, toApiTenant);
      case 'category':
        return this.categoryChanges(id);
      case 'user':
        return [...(await changesIn(user, toApiUser)), ...(await this.rightChanges(id))];
      case 'role':
        return changesIn(role, (granting) =>
          toApiRole(
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

  /** Changes of a category. Its parent level has its current name. */
  private async categoryChanges(id: string): Promise<UnnamedChange[]> {
    const { eventStore, views } = this.engines;
    const { rows } = await views.find<CategoryRow>(catalogueCategories, {});
    return changesOf(
      managedCategory,
      (category) => toApiLevel(category, (parentId) => rows.find((row) => row.id === parentId)?.name ?? parentId),
      (await load(eventStore, managedCategory, id)).events,
    );
  }

  /** Grants and withdrawals of the account's right to act for colleagues, from the unit's stream. */
  private async rightChanges(userId: string): Promise<UnnamedChange[]> {
    const { eventStore } = this.engines;
    const { state } = await load(eventStore, user, userId);
    if (!state || state.unitId === null) return [];
    const { events } = await load(eventStore, unitManagers, state.unitId);
    return events.flatMap((event): UnnamedChange[] => {
      const { type, data } = decode(unitManagerEvents, event);
      const isGranted = type === 'UnitManagerGranted';
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
          changes: [{ field: 'isUnitManager', about: '', member: '', old: String(!isGranted), new: String(isGranted) }],
        },
      ];
    });
  }
}

export const recordChangeQueryHandlers = [ListRecordChangesHandler];

/** The changes by each event: folds the stream and compares the API members of the states before and after. */
const changesOf = <Catalogue extends EventCatalogue, Command, State extends object | null>(
  { events, decider }: Aggregate<Catalogue, Command, State>,
  toApi: (state: NonNullable<State>) => object,
  recordedEvents: readonly RecordedEvent[],
): UnnamedChange[] => {
  let state = decider.initialState;
  return recordedEvents.map((event) => {
    const before = state;
    const decoded = decode(events, event);
    state = decider.evolve(state, decoded);
    const { reason } = decoded.data as { reason?: string };
    // A deletion lists no changes, because earlier entries show the contents of the record.
    return {
      id: event.id,
      action: event.type,
      at: event.metadata.at,
      userId: event.metadata.by.userId,
      ...(event.metadata.by.via && { via: event.metadata.by.via }),
      position: event.position,
      reason: reason ?? '',
      changes: state === null ? [] : factChanges(before && toApi(before), toApi(state)),
    };
  });
};

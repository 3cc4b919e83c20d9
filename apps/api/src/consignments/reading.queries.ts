import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ConsignLogRow, DisabledReason, getAllowedActions, getConsignmentChanges, ResultOf } from '#contract';
import {
  actionNameIn,
  allowedActions,
  consignmentChanges,
  consignmentLog,
  type ActionName,
  type SubmissionProblem,
} from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { statusNamesOf } from '#domain/reference';
import { messageOfProblem, problem, RuleBroken } from '#domain/rules';
import type { Language } from '#domain/text';
import { testingUnit } from '#domain/units';
import type { Engines } from '#engines';
import type { TestingUnit } from '#events';
import type { Caller } from '../auth/caller.js';
import { Users, loadUserNames } from '../auth/users.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { FileLinks } from '../files/file-tickets.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';
import { billAddress, consignmentView, type ViewedConsignment } from './consignment-view.js';
import type { ConsignmentDefaults } from '../units/consignment-defaults.js';
import { findConsignment } from './consignment-access.js';
import { maskedName } from '../auth/masked-persons.js';
import { StartingValues } from './starting-values.js';
import { loadFactsForPreview } from './submission-facts.js';
import { requireOpenTestingUnit } from '../units/unit-state.js';
import { loadUnitPolicy } from './unit-policy.js';

/** One consignment, as the caller may see it. */
export class GetConsignment extends Query<ViewedConsignment> {
  constructor(
    readonly id: string,
    readonly caller: Caller,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(GetConsignment)
export class GetConsignmentHandler implements IQueryHandler<GetConsignment> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly links: FileLinks,
  ) {}

  async execute({ id, caller, language }: GetConsignment): Promise<ViewedConsignment> {
    const { eventStore } = this.engines;
    const consignment = await findConsignment(eventStore, id, caller);
    const bill = await billAddress(this.links, consignment, caller);
    const { revision, position } = consignment;
    return { view: await consignmentView(eventStore, consignment, caller, language, bill), revision, position };
  }
}

type AllowedActions = ResultOf<typeof getAllowedActions>;

/** Whether the caller may take each action on a consignment now, and the reasons if not. */
export class GetAllowedActions extends Query<AllowedActions> {
  constructor(
    readonly id: string,
    readonly caller: Caller,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(GetAllowedActions)
export class GetAllowedActionsHandler implements IQueryHandler<GetAllowedActions> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly catalogues: Catalogues,
  ) {}

  async execute({ id, caller, language }: GetAllowedActions): Promise<AllowedActions> {
    const { eventStore } = this.engines;
    const { state, revision } = await findConsignment(eventStore, id, caller);
    const [{ rules }, submission] = await Promise.all([
      loadUnitPolicy(eventStore, state.header.testUnitId),
      loadFactsForPreview(eventStore, this.catalogues, state, caller.actor),
    ]);
    const actions = allowedActions(state, caller.actor, {
      settings: rules,
      at: this.now().toISOString(),
      submission,
    }).map(({ action, problem: blocked, further }) => ({
      action,
      allowed: blocked === null,
      reason: blocked && toDisabledReason(blocked, language),
      ...(further.length > 0 ? { further: further.map((each) => toDisabledReason(each, language)) } : {}),
    }));
    return { revision, consignStatus: state.consignStatus, actions };
  }
}

/** A cause among the values of a message appears only in the text of the message. */
const toDisabledReason = (blocked: SubmissionProblem, language: Language): DisabledReason => {
  const parameterNames = Object.entries(blocked.params).filter(
    (param): param is [string, string | number] => typeof param[1] !== 'object',
  );
  return {
    code: blocked.code,
    message: messageOfProblem(blocked, language),
    ...(parameterNames.length > 0 ? { params: Object.fromEntries(parameterNames) } : {}),
    ...('sampleIds' in blocked ? { sampleIds: [...blocked.sampleIds] } : {}),
    ...(blocked.path === undefined ? {} : { path: blocked.path }),
  };
};

/** The steps of one consignment as text, for the console and for the laboratory's system. */
export class GetConsignmentLog extends Query<ConsignLogRow[]> {
  constructor(
    readonly consignId: string,
    readonly caller: Caller,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(GetConsignmentLog)
export class GetConsignmentLogHandler implements IQueryHandler<GetConsignmentLog> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
  ) {}

  async execute({ consignId, caller, language }: GetConsignmentLog): Promise<ConsignLogRow[]> {
    const { eventStore } = this.engines;
    const [{ events, showsPersons }, statusName] = await Promise.all([
      findConsignment(eventStore, consignId, caller),
      statusNamesOf(eventStore, language),
    ]);
    const rows = consignmentLog(events);
    /** An entry that does not change the status needs the name of its action to be understood. */
    const describe = (exeType: ActionName, text: string) =>
      exeType === 'setActualFee' || exeType === 'setBill' ? `${actionNameIn(exeType, language)}：${text}` : text;
    const nameOf = await loadUserNames(
      this.users,
      rows.map(({ by }) => by.userId),
    );
    return rows.map(({ curStep, nextStep, exeType, by, at, description, operator }) => {
      const name = operator || nameOf(by.userId);
      return {
        foreignTable: 'BuConsignInfo',
        foreignKey: consignId,
        workFlowName: 'BuConsignInfo',
        workFlowNameDisplay: '委托流程',
        curStep: statusName(curStep),
        nextStep: nextStep === null ? '' : statusName(nextStep),
        exeType,
        exeUserName: showsPersons ? name : maskedName(name),
        exeTime: at,
        exeDescription: describe(exeType, description),
        ...(by.via && { via: by.via }),
      };
    });
  }
}

type Changes = ResultOf<typeof getConsignmentChanges>;

/** The changes of a consignment after a revision, with their authors. */
export class GetConsignmentChanges extends Query<{ changes: Changes; revision: number }> {
  constructor(
    readonly id: string,
    readonly after: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetConsignmentChanges)
export class GetConsignmentChangesHandler implements IQueryHandler<GetConsignmentChanges> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
  ) {}

  async execute({ id, after, caller }: GetConsignmentChanges): Promise<{ changes: Changes; revision: number }> {
    const { events, showsPersons, revision } = await findConsignment(this.engines.eventStore, id, caller);
    const entries = consignmentChanges(events, after);
    const nameOf = await loadUserNames(
      this.users,
      entries.map(({ by }) => by.userId),
    );
    const changes = entries.map(({ by, ...change }) => ({
      ...change,
      userName: showsPersons ? nameOf(by.userId) : maskedName(nameOf(by.userId)),
      isCaller: by.userId === caller.actor.userId,
    }));
    return { changes, revision };
  }
}

/** The defaults of a new consignment of the caller's unit, for one testing unit if it is given. */
export class GetDefaults extends Query<ConsignmentDefaults> {
  constructor(
    readonly testUnitId: string | undefined,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetDefaults)
export class GetDefaultsHandler implements IQueryHandler<GetDefaults> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly starting: StartingValues,
  ) {}

  /** @throws RuleBroken NO_UNIT, TESTING_UNIT_UNKNOWN */
  async execute({ testUnitId, caller: { unitId } }: GetDefaults): Promise<ConsignmentDefaults> {
    if (unitId === null) throw new RuleBroken(problem('NO_UNIT'));
    if (testUnitId !== undefined) await requireOpenTestingUnit(this.engines.eventStore, testUnitId);
    return this.starting.defaults(unitId, testUnitId);
  }
}

type UnitChoices = Pick<TestingUnit, 'qualifications' | 'addresses'>;

/** The options of a testing unit for an appointment. Null for an unknown unit. */
export class GetUnitChoices extends Query<UnitChoices | null> {
  constructor(readonly testUnitId: string) {
    super();
  }
}

@QueryHandler(GetUnitChoices)
export class GetUnitChoicesHandler implements IQueryHandler<GetUnitChoices> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ testUnitId }: GetUnitChoices): Promise<UnitChoices | null> {
    const { state } = await load(this.engines.eventStore, testingUnit, testUnitId);
    return state;
  }
}

export const readingQueryHandlers = [
  GetConsignmentHandler,
  GetAllowedActionsHandler,
  GetConsignmentLogHandler,
  GetConsignmentChangesHandler,
  GetDefaultsHandler,
  GetUnitChoicesHandler,
];

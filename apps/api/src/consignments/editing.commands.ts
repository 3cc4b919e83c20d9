import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import {
  consignment,
  omittedFromCopy,
  newHeader,
  UNTOUCHED_REUSED_FOR_HOURS,
  type Consignment,
} from '#domain/consignment';
import { load, StaleRevision, type CommandContext, type CommandResult } from '#domain/event-sourcing';
import { messageOfProblem, problem, RuleBroken, isJsonEqual, sameId } from '#domain/rules';
import type { Language } from '#domain/text';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import type { Engines } from '#engines';
import type { ConsignmentHeader, ConsignType } from '#events';
import type { Caller } from '../auth/caller.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { Decisions } from '../commands/decisions.js';
import { ENGINES } from '../injection-tokens.js';
import { deriveMaterialIds } from '../samples/raw-material-input.js';
import { loadCurrentOffer, loadCurrentStandards, loadReferencedNames } from './submission-facts.js';
import { requireOpenConsigningUnit, readUnitName, requireOpenTestingUnit } from '../units/unit-state.js';
import { executeOnConsignment, findConsignment } from './consignment-access.js';
import { viewAfter, type ViewedConsignment } from './consignment-view.js';
import { resolveHeader, type SaveConsignmentRequest } from './header-input.js';
import { StartingValues } from './starting-values.js';
import { loadUnitPolicy } from './unit-policy.js';

/**
 * Starts a draft of the caller's unit. A repeated request returns the same draft. With `reuse`, the caller's untouched
 * draft is returned if there is one (ADR-027).
 */
export class CreateConsignment extends Command<ViewedConsignment> {
  constructor(
    readonly consignType: ConsignType,
    readonly reuse: boolean,
    readonly caller: Caller,
    readonly context: CommandContext,
    readonly language: Language,
  ) {
    super();
  }
}

@CommandHandler(CreateConsignment)
export class CreateConsignmentHandler implements ICommandHandler<CreateConsignment> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly starting: StartingValues,
  ) {}

  async execute({ consignType, reuse, caller, context, language }: CreateConsignment): Promise<ViewedConsignment> {
    const { eventStore } = this.engines;
    await requireOpenConsigningUnit(eventStore, caller.unitId);
    const id = v5('consignment', context.commandId);
    const [defaults, consignUnitName] = await Promise.all([
      this.starting.header(consignType, caller),
      readUnitName(eventStore, caller),
    ]);
    const untouched = reuse
      ? await untouchedDraftOf(this.engines, caller, consignType, defaults, this.decisions.now())
      : null;
    if (untouched) return viewAfter(eventStore, untouched.id, untouched, caller, language);
    const created = await this.decisions.decide(
      consignment,
      id,
      { type: 'CreateConsignment', by: context.by, at: context.at, consignType, consignUnitName, defaults },
      { ...context, startsStream: true },
    );
    return viewAfter(eventStore, id, created, caller, language);
  }
}

const HOUR_MS = 60 * 60 * 1000;
/** The maximum wait for the list. If it takes longer, a new draft is started, which does no harm. */
const VIEW_WAIT_MS = 500;
const MAX_CANDIDATES = 10;

/**
 * The caller's newest draft of a type that nobody has edited since it was created, to be opened instead of a new one.
 * Null if there is none. A draft whose initial values differ from those of a new draft does not count, because the last
 * choices of its author have changed since.
 */
const untouchedDraftOf = async (
  { eventStore, views }: Pick<Engines, 'eventStore' | 'views'>,
  { userId, unitId }: Caller,
  consignType: ConsignType,
  defaults: Partial<ConsignmentHeader>,
  now: Date,
): Promise<({ id: string } & CommandResult<Consignment>) | null> => {
  await views.waitFor(consignmentList, await eventStore.lastPosition(), VIEW_WAIT_MS);
  const { rows } = await views.find<ConsignmentRow>(consignmentList, {
    where: [
      { column: 'touched', eq: 0 },
      { column: 'deleted', eq: 0 },
      { column: 'creationTime', from: new Date(now.getTime() - UNTOUCHED_REUSED_FOR_HOURS * HOUR_MS).toISOString() },
      { column: 'creatorUserId', eq: userId },
    ],
    sort: [{ column: 'creationTime', direction: 'desc' }],
    limit: MAX_CANDIDATES,
    withoutTotal: true,
  });
  const requiredHeader = newHeader(defaults);
  for (const { id, consignType: type, consignUnitId } of rows) {
    if (type !== consignType || !sameId(consignUnitId, unitId)) continue;
    const { state, head, events } = await load(eventStore, consignment, id);
    if (state.phase === 'open' && !state.isTouched && isJsonEqual(state.header, requiredHeader))
      return { id, state, revision: head.revision, position: events.at(-1)?.position ?? null, appended: 0 };
  }
  return null;
};

/** Saves the form of a consignment. */
export class SaveConsignment extends Command<ViewedConsignment> {
  constructor(
    readonly request: SaveConsignmentRequest,
    readonly caller: Caller,
    readonly context: CommandContext,
    readonly language: Language,
  ) {
    super();
  }
}

@CommandHandler(SaveConsignment)
export class SaveConsignmentHandler implements ICommandHandler<SaveConsignment> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly catalogues: Catalogues,
  ) {}

  async execute({ request, caller, context, language }: SaveConsignment): Promise<ViewedConsignment> {
    const { eventStore } = this.engines;
    const saved = await executeOnConsignment(this.decisions, request.id, { caller, context }, async (state) => {
      const [form, { rules }] = await Promise.all([
        resolveHeader(eventStore, this.catalogues, request, state),
        loadUnitPolicy(eventStore, request.testUnitId),
      ]);
      return { type: 'SaveHeader', by: context.by, ...form, settings: rules };
    });
    return viewAfter(eventStore, request.id, saved, caller, language);
  }
}

/** Addresses a consignment to another testing unit, with the defaults for that unit. */
export class ChangeTestingUnit extends Command<ViewedConsignment> {
  constructor(
    readonly id: string,
    readonly testUnitId: string,
    readonly caller: Caller,
    readonly context: CommandContext,
    readonly language: Language,
  ) {
    super();
  }
}

@CommandHandler(ChangeTestingUnit)
export class ChangeTestingUnitHandler implements ICommandHandler<ChangeTestingUnit> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly starting: StartingValues,
  ) {}

  async execute({ id, testUnitId, caller, context, language }: ChangeTestingUnit): Promise<ViewedConsignment> {
    const { eventStore } = this.engines;
    const changed = await executeOnConsignment(this.decisions, id, { caller, context }, async ({ consignUnitId }) => {
      await requireOpenTestingUnit(eventStore, testUnitId);
      const [defaults, { rules }] = await Promise.all([
        this.starting.defaults(consignUnitId, testUnitId),
        loadUnitPolicy(eventStore, testUnitId),
      ]);
      const unit = {
        ...defaults,
        testUnitAddressId: defaults.testUnitAddressId || null,
        projectId: defaults.projectId || null,
        tuqualificationId: defaults.qualificationId || null,
        tuqualificationName: defaults.qualificationName,
      };
      return { type: 'ChangeTestingUnit', by: context.by, unit, settings: rules };
    });
    return viewAfter(eventStore, id, changed, caller, language);
  }
}

type Copied = ViewedConsignment & { leftOut: string[] };

/**
 * Copies the parts of a consignment that are still offered. `leftOut` describes the other parts in the caller's
 * language.
 */
export class CopyConsignment extends Command<Copied> {
  constructor(
    readonly sourceId: string,
    readonly caller: Caller,
    readonly context: CommandContext,
    readonly language: Language,
  ) {
    super();
  }
}

@CommandHandler(CopyConsignment)
export class CopyConsignmentHandler implements ICommandHandler<CopyConsignment> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly catalogues: Catalogues,
  ) {}

  async execute({ sourceId, caller, context, language }: CopyConsignment): Promise<Copied> {
    const { eventStore } = this.engines;
    await requireOpenConsigningUnit(eventStore, caller.unitId);
    const { state: source, revision } = await findConsignment(eventStore, sourceId, caller);
    if (source.phase === 'deleted') throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
    // If-Match refers to the copied consignment. The copy has no revision yet.
    const { expectedRevision, ...rest } = context;
    if (expectedRevision !== undefined && expectedRevision !== revision)
      throw new StaleRevision(`consignment-${sourceId}`, expectedRevision, revision);
    const id = v5('consignment', context.commandId);
    const sampleIds = source.samples.map((_, index) => v5(`sample/${index}`, context.commandId));
    const materialIds = source.samples.map((sample, index) =>
      deriveMaterialIds(sample, `sample/${index}`, context.commandId),
    );
    const [availableSamples, standards, currentNames] = await Promise.all([
      loadCurrentOffer(this.catalogues, source),
      loadCurrentStandards(this.catalogues, source),
      loadReferencedNames(eventStore, this.catalogues, source),
    ]);
    const copied = await this.decisions.decide(
      consignment,
      id,
      {
        type: 'CopyConsignment',
        by: context.by,
        at: context.at,
        sourceId,
        source,
        sampleIds,
        materialIds,
        currentSamples: availableSamples ?? [],
        standards,
        currentNames,
      },
      rest,
    );
    const leftOut = omittedFromCopy(source, { currentSamples: availableSamples, standards, currentNames }).map(
      (omission) => messageOfProblem(omission, language),
    );
    return { ...(await viewAfter(eventStore, id, copied, caller, language)), leftOut };
  }
}

export const editingCommandHandlers = [
  CreateConsignmentHandler,
  SaveConsignmentHandler,
  ChangeTestingUnitHandler,
  CopyConsignmentHandler,
];

import { EXPRESS_DATA_TYPE } from '#contract';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { consignment, labConsignmentIdOf, type ActionName, type ConsignmentCommand } from '#domain/consignment';
import { findEarlierEvent, load, type CommandContext } from '#domain/event-sourcing';
import { report, reportStatusName, type ReportCommand, isReceived } from '#domain/report';
import { problem, refuseIf, RuleBroken, sameId, type Problem as RuleProblem } from '#domain/rules';
import type { Engines } from '#engines';
import { ReportStatus, type ConsignStatus, type ReportFile, CONSIGN_STATUS, REPORT_STATUS } from '#events';
import type { Caller } from '../auth/caller.js';
import { Decisions, decideEach } from '../commands/decisions.js';
import {
  executeOnConsignment,
  executeOnSeveral,
  findConsignment,
  type ReadableConsignment,
  type ExistingConsignment,
} from '../consignments/consignment-access.js';
import { signatureIdsFor } from '../consignments/lifecycle.commands.js';
import { loadUnitRules } from '../consignments/unit-policy.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { releaseReportNumber, toRegistration, reserveReportNumber } from '../reports/registration.js';

type StatusStep = {
  consignStatus: ConsignStatus;
  changeTime: string;
  changeDescription: string;
  operUserNameFriendly: string;
};
type UpdatedConsignment = { id: string; consignStatus: ConsignStatus; revision: number };

/** One consignment of the caller's unit. @throws Problem 404 for one of another unit; otherwise as findConsignment */
export const requireOwnConsignment = (engines: Engines, id: string, caller: Caller): Promise<ReadableConsignment> =>
  findConsignment(engines.eventStore, id, caller).catch((error: unknown) => Promise.reject(toNotFound(error) as Error));

/** A consignment or report of another unit gives the same error as one that does not exist. */
const toNotFound = (error: unknown): unknown =>
  error instanceof RuleBroken && ['NO_SUCH_CONSIGNMENT', 'NOT_YOURS', 'REPORT_NOT_YOURS'].includes(error.code)
    ? Problem.notFound()
    : error;

/**
 * Applies one transition to each consignment, all or none. @throws RuleBroken TRANSITION_NOT_ALLOWED with the reason
 * for each
 */
export class PushStatus extends Command<UpdatedConsignment[]> {
  constructor(
    readonly ids: readonly string[],
    readonly step: StatusStep,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(PushStatus)
export class PushStatusHandler implements ICommandHandler<PushStatus> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ ids, step, caller, context }: PushStatus): Promise<UpdatedConsignment[]> {
    const { eventStore } = this.engines;
    await this.checkTransitions(ids, step, caller, context);
    const results = await executeOnSeveral(eventStore, this.decisions, {
      ids,
      caller,
      context,
      commandFor: ({ id, state }) => this.commandFor(id, state, step, context),
    });
    return results.flatMap(({ id, state, revision }) =>
      state.phase === 'absent' ? [] : [{ id, consignStatus: state.consignStatus, revision }],
    );
  }

  /**
   * Reports the reason for every consignment that cannot take the step, not only for the first. Skips consignments that
   * have already executed this command.
   */
  private async checkTransitions(
    ids: readonly string[],
    step: StatusStep,
    caller: Caller,
    context: CommandContext,
  ): Promise<void> {
    const refusals: RuleProblem[] = [];
    for (const id of ids) {
      const { state, events } = await requireOwnConsignment(this.engines, id, caller);
      if (findEarlierEvent(events, context)) continue;
      try {
        consignment.decider.decide(await this.commandFor(id, state, step, context), state);
      } catch (error) {
        if (!(error instanceof RuleBroken)) throw error;
        refusals.push(refusal(id, step.consignStatus, error));
      }
    }
    refuseIf(refusals);
  }

  private async commandFor(
    id: string,
    state: ExistingConsignment,
    step: StatusStep,
    context: CommandContext,
  ): Promise<ConsignmentCommand> {
    const { consignStatus: toStatus, changeDescription: remark, changeTime, operUserNameFriendly: name } = step;
    const { by } = context;
    const labStep = { operator: { name, phone: '' }, changeTime };
    const limsConsignId = labConsignmentIdOf(id, state);
    const from = state.consignStatus;
    const settings = await loadUnitRules(this.engines.eventStore, state);
    if (from === CONSIGN_STATUS.underAudit) {
      if (toStatus === CONSIGN_STATUS.awaitingSamples) return { type: 'PassAudit', by, remark, limsConsignId, labStep };
      if (toStatus === CONSIGN_STATUS.rejected) return { type: 'RejectAudit', by, remark, labStep };
    }
    if (from === CONSIGN_STATUS.awaitingSamples) {
      if (toStatus === CONSIGN_STATUS.received)
        return { type: 'ConfirmSample', by, remark, limsConsignId, settings, labStep };
      if (toStatus === CONSIGN_STATUS.returned) return { type: 'ReturnSample', by, remark, settings, labStep };
    }
    if (isReceived(from) && isReceived(toStatus) && from !== toStatus)
      return {
        type: 'EnterLaterStage',
        by,
        toStatus,
        description: remark,
        actFee: null,
        settings,
        signatureIds: signatureIdsFor(id, context),
        labStep,
      };
    throw new RuleBroken(problem('NOT_IN_THIS_STATUS', { status: from, action: actionTo(toStatus) }));
  }
}

/** The laboratory's action that leads to a status, for the error message. */
const actionTo = (status: ConsignStatus): ActionName => {
  if (status === CONSIGN_STATUS.awaitingSamples) return 'pass';
  if (status === CONSIGN_STATUS.rejected) return 'reject';
  if (status === CONSIGN_STATUS.returned) return 'return';
  return status === CONSIGN_STATUS.received ? 'confirm' : 'enterLaterStage';
};

const refusal = (id: string, toStatus: ConsignStatus, { code, params }: RuleBroken): RuleProblem =>
  problem('TRANSITION_NOT_ALLOWED', { id, status: toStatus, cause: problem(code, params) }, 'consignInfoIDs');

/** An address at the laboratory without a hash, or the name and hash of a stored file. */
export type PushedBill = { billFile: string; billHash: string | null };

/** Sets the bill of a consignment. If it is an address at the laboratory, the worker fetches the file. */
export class PushBill extends Command<void> {
  constructor(
    readonly id: string,
    readonly bill: PushedBill,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(PushBill)
export class PushBillHandler implements ICommandHandler<PushBill> {
  constructor(private readonly decisions: Decisions) {}

  async execute({ id, bill, caller, context }: PushBill): Promise<void> {
    await executeOnConsignment(this.decisions, id, { caller, context }, () => ({
      type: 'SetBill',
      by: context.by,
      ...bill,
    })).catch((error: unknown) => Promise.reject(toNotFound(error) as Error));
  }
}

/** Sets parcel numbers, one for each consignment (1) or report (2). @throws RuleBroken EXPRESS_NUMBERS_DIFFER */
export class PushExpress extends Command<void> {
  constructor(
    readonly dataType: 1 | 2,
    readonly keys: readonly string[],
    readonly numbers: readonly string[],
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(PushExpress)
export class PushExpressHandler implements ICommandHandler<PushExpress> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ dataType, keys, numbers, caller, context }: PushExpress): Promise<void> {
    const numbersByKey = new Map(keys.map((key, at) => [key, numbers[at] ?? '']));
    for (const id of keys)
      await (dataType === EXPRESS_DATA_TYPE.consignment
        ? requireOwnConsignment(this.engines, id, caller)
        : this.loadOwnReport(id, caller));
    const index = Math.min(keys.length, numbers.length);
    refuseIf(
      keys.length === numbers.length
        ? null
        : problem('EXPRESS_NUMBERS_DIFFER', { index: index + 1 }, `expressNos.${index}`),
    );
    try {
      if (dataType === EXPRESS_DATA_TYPE.consignment)
        await this.setConsignmentNumbers(keys, numbersByKey, caller, context);
      else await this.setReportNumbers(keys, numbersByKey, caller, context);
    } catch (error) {
      throw toNotFound(error);
    }
  }

  private async setConsignmentNumbers(
    ids: readonly string[],
    numbersById: ReadonlyMap<string, string>,
    caller: Caller,
    context: CommandContext,
  ): Promise<void> {
    await executeOnSeveral(this.engines.eventStore, this.decisions, {
      ids,
      caller,
      context,
      commandFor: ({ id }) => ({ type: 'SetMailNumber', by: context.by, mailOrderNumber: numbersById.get(id) ?? '' }),
    });
  }

  private async setReportNumbers(
    ids: readonly string[],
    numbersById: ReadonlyMap<string, string>,
    caller: Caller,
    context: CommandContext,
  ): Promise<void> {
    const commandFor = (id: string): ReportCommand => ({
      type: 'SetReportMailNumber',
      by: context.by,
      mailNumber: numbersById.get(id) ?? '',
    });
    await decideEach(ids, {
      check: async (id) => {
        const { state, events } = await this.loadOwnReport(id, caller);
        if (!findEarlierEvent(events, context)) report.decider.decide(commandFor(id), state);
      },
      append: (id) => this.decisions.decide(report, id, commandFor(id), context),
    });
  }

  private async loadOwnReport(id: string, { unitId }: Caller) {
    const loadedReport = await load(this.engines.eventStore, report, id);
    if (loadedReport.state.phase !== 'registered' || !sameId(loadedReport.state.testUnitId, unitId))
      throw Problem.notFound();
    return loadedReport;
  }
}

type PushedReport = {
  consignmentId: string;
  reportId: string;
  reportNumber: string;
  reportStatus: string | number;
  expressNumber: string;
};
type UpdatedReport = { reportID: string; reportStatus: ReportStatus; revision: number };

/** Registers the report if it does not exist, then applies the pushed status and express number. */
export class PushReport extends Command<UpdatedReport> {
  constructor(
    readonly report: PushedReport,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(PushReport)
export class PushReportHandler implements ICommandHandler<PushReport> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ report: pushedReport, caller, context }: PushReport): Promise<UpdatedReport> {
    const { reportId: id, consignmentId } = pushedReport;
    const reportConsignment = await requireOwnConsignment(this.engines, consignmentId, caller);
    const toStatus = findPushedStatus(pushedReport.reportStatus);
    const { state } = await load(this.engines.eventStore, report, id);
    if (
      state.phase === 'registered' &&
      !(sameId(state.testUnitId, caller.unitId) && sameId(state.consignmentId, consignmentId))
    )
      throw Problem.notFound();
    if (state.phase === 'absent') await this.register(pushedReport, reportConsignment, caller, context);
    // A system may send the status of a report with every push, so an unchanged status is not a step.
    const isUnchanged = state.phase === 'registered' && state.reportStatus === toStatus;
    if (toStatus !== null && !isUnchanged)
      await this.step(
        id,
        { type: 'ChangeReportStatus', by: context.by, reportStatus: toStatus, reason: '' },
        'status',
        context,
      );
    if (pushedReport.expressNumber !== '')
      await this.step(
        id,
        { type: 'SetReportMailNumber', by: context.by, mailNumber: pushedReport.expressNumber },
        'express',
        context,
      );
    const updated = await load(this.engines.eventStore, report, id);
    if (updated.state.phase !== 'registered') throw Problem.notFound();
    if (updated.state.reportStatus === REPORT_STATUS.void)
      await releaseReportNumber(this.engines.vault, this.decisions, id, updated.state, context);
    return { reportID: id, reportStatus: updated.state.reportStatus, revision: updated.head.revision };
  }

  private async register(
    { reportId, reportNumber }: PushedReport,
    reportConsignment: ReadableConsignment,
    caller: Caller,
    context: CommandContext,
  ): Promise<void> {
    const command = toRegistration(reportConsignment, context.by, { reportNumber });
    const reportKey = { testUnitId: caller.unitId ?? '', reportId };
    await reserveReportNumber(this.engines, this.decisions, command, { phase: 'absent' }, reportKey, context);
    await this.decisions.decide(report, reportId, command, context);
  }

  /** One step of a push. Each step is a command with its own id, so that a repeated push repeats none. */
  private async step(id: string, command: ReportCommand, name: string, context: CommandContext): Promise<void> {
    await this.decisions.decide(report, id, command, { ...context, commandId: v5(name, context.commandId) });
  }
}

/**
 * A report status by its number or its Chinese name; null if none is pushed. @throws RuleBroken
 * PUSHED_REPORT_STATUS_UNKNOWN
 */
const findPushedStatus = (numberOrName: string | number): ReportStatus | null => {
  if (numberOrName === '') return null;
  const match = [...ReportStatus.values].find(
    (status) => String(status) === String(numberOrName) || reportStatusName(status) === String(numberOrName),
  );
  refuseIf(
    match === undefined
      ? problem('PUSHED_REPORT_STATUS_UNKNOWN', { status: String(numberOrName) }, 'reportStatus')
      : null,
  );
  return match ?? null;
};

/** Stores the file of a registered report of the caller's unit. */
export class PushReportFile extends Command<UpdatedReport> {
  constructor(
    readonly id: string,
    readonly file: ReportFile,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(PushReportFile)
export class PushReportFileHandler implements ICommandHandler<PushReportFile> {
  constructor(private readonly decisions: Decisions) {}

  async execute({ id, file, caller, context }: PushReportFile): Promise<UpdatedReport> {
    const { state, revision } = await this.decisions.decide(
      report,
      id,
      async (current) => {
        if (current.phase !== 'registered' || !sameId(current.testUnitId, caller.unitId)) throw Problem.notFound();
        const { hash, name, size, mediaType } = file;
        return { type: 'UploadReport' as const, by: context.by, file: { hash, name, size, mediaType } };
      },
      context,
    );
    if (state.phase !== 'registered') throw Problem.notFound();
    return { reportID: id, reportStatus: state.reportStatus, revision };
  }
}

export const ilisCommandHandlers = [
  PushStatusHandler,
  PushBillHandler,
  PushExpressHandler,
  PushReportHandler,
  PushReportFileHandler,
];

import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import type { addReportApply, registerReport, updateReportStatus } from '#contract';
import { findEarlierEvent, load, type CommandContext, type CommandResult } from '#domain/event-sourcing';
import { fileProblem, REPORT_EXTENSIONS } from '#domain/files';
import { readCount } from '#domain/numbers';
import { copiesProblem, report, reportApplication, type Report } from '#domain/report';
import { problem, refuseIf, RuleBroken, sameId } from '#domain/rules';
import type { Engines } from '#engines';
import { type Position, REPORT_STATUS } from '#events';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/consignment-access.js';
import { Decisions } from '../commands/decisions.js';
import { UploadTickets } from '../files/file-tickets.js';
import type { InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { executeOnReport, executeOnReports } from './execute-on-reports.js';
import { findReport } from './find-report.js';
import { releaseReportNumber, toRegistration, reserveReportNumber } from './registration.js';

type Registered = CommandResult<Report> & { reportId: string };

/** Registers a report on samples of a consignment. */
export class RegisterReport extends Command<Registered> {
  constructor(
    readonly input: InputOf<typeof registerReport>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RegisterReport)
export class RegisterReportHandler implements ICommandHandler<RegisterReport> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input, caller, context }: RegisterReport): Promise<Registered> {
    const { eventStore } = this.engines;
    const reportId = v5('report', context.commandId);
    const { state: current, events } = await load(eventStore, report, reportId);
    const isRepeated = current.phase === 'registered' && findEarlierEvent(events, context) !== undefined;
    const consignment = await findConsignment(eventStore, input.consignId, caller);
    const command = toRegistration(consignment, context.by, input);
    const testUnitId = caller.unitId ?? '';
    if (!isRepeated)
      await reserveReportNumber(this.engines, this.decisions, command, current, { testUnitId, reportId }, context);
    return { ...(await this.decisions.decide(report, reportId, command, context)), reportId };
  }
}

/** Stores an upload of the caller as the file of a report. */
export class UploadReport extends Command<CommandResult<Report>> {
  constructor(
    readonly id: string,
    readonly uploadId: string,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UploadReport)
export class UploadReportHandler implements ICommandHandler<UploadReport> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly uploads: UploadTickets,
  ) {}

  async execute({ id, uploadId, caller, context }: UploadReport): Promise<CommandResult<Report>> {
    await findReport(this.engines.eventStore, id, caller); // first, so that strangers learn of no other problems
    const file = await this.uploads.open(uploadId, caller);
    refuseIf(fileProblem(file, REPORT_EXTENSIONS));
    return executeOnReport(
      this.engines.eventStore,
      this.decisions,
      id,
      { caller, context },
      { type: 'UploadReport', by: context.by, file },
    );
  }
}

/** Makes a report visible to its client. */
export class PublishReport extends Command<CommandResult<Report>> {
  constructor(
    readonly id: string,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(PublishReport)
export class PublishReportHandler implements ICommandHandler<PublishReport> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  execute({ id, caller, context }: PublishReport): Promise<CommandResult<Report>> {
    return executeOnReport(
      this.engines.eventStore,
      this.decisions,
      id,
      { caller, context },
      { type: 'PublishReport', by: context.by },
    );
  }
}

/** Declares a report void, with a reason. */
export class WithdrawReport extends Command<CommandResult<Report>> {
  constructor(
    readonly id: string,
    readonly reason: string,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(WithdrawReport)
export class WithdrawReportHandler implements ICommandHandler<WithdrawReport> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ id, reason, caller, context }: WithdrawReport): Promise<CommandResult<Report>> {
    const { eventStore, vault } = this.engines;
    const result = await executeOnReport(
      eventStore,
      this.decisions,
      id,
      { caller, context },
      { type: 'WithdrawReport', by: context.by, reason },
    );
    await releaseReportNumber(vault, this.decisions, id, result.state, context);
    return result;
  }
}

/** Sets the status of several reports, all or none. */
export class UpdateReportStatus extends Command<Position | null> {
  constructor(
    readonly input: InputOf<typeof updateReportStatus>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdateReportStatus)
export class UpdateReportStatusHandler implements ICommandHandler<UpdateReportStatus> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({
    input: { reportIds, reportStatus, reason = '' },
    caller,
    context,
  }: UpdateReportStatus): Promise<Position | null> {
    if (reportStatus === undefined) throw Problem.invalid([{ path: 'reportStatus', message: 'a status is needed' }]);
    const { eventStore, vault } = this.engines;
    const position = await executeOnReports(
      eventStore,
      this.decisions,
      reportIds,
      { caller, context },
      { type: 'ChangeReportStatus', by: context.by, reportStatus, reason },
    );
    if (reportStatus === REPORT_STATUS.void)
      for (const id of reportIds ?? [])
        await releaseReportNumber(vault, this.decisions, id, (await load(eventStore, report, id)).state, context);
    return position;
  }
}

/** Sets the parcel number for several reports. */
export class SetReportMailNumber extends Command<Position | null> {
  constructor(
    readonly ids: readonly string[] | undefined,
    readonly mailNumber: string,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SetReportMailNumber)
export class SetReportMailNumberHandler implements ICommandHandler<SetReportMailNumber> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  execute({ ids, mailNumber, caller, context }: SetReportMailNumber): Promise<Position | null> {
    return executeOnReports(
      this.engines.eventStore,
      this.decisions,
      ids,
      { caller, context },
      { type: 'SetReportMailNumber', by: context.by, mailNumber },
    );
  }
}

/** Applies for copies of a report, or of all reports of a consignment. */
export class ApplyForReport extends Command<Position | null> {
  constructor(
    readonly input: InputOf<typeof addReportApply>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ApplyForReport)
export class ApplyForReportHandler implements ICommandHandler<ApplyForReport> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({
    input: { consignId, reportId, reportCount, remark },
    caller,
    context,
  }: ApplyForReport): Promise<Position | null> {
    const { eventStore } = this.engines;
    const appliedReport = reportId === undefined ? null : await findReport(eventStore, reportId, caller);
    const consignmentId = consignId ?? appliedReport?.consignmentId;
    if (consignmentId === undefined)
      throw Problem.invalid([{ path: 'consignId', message: 'a consignment or a report is needed' }]);
    if (appliedReport && !sameId(appliedReport.consignmentId, consignmentId))
      throw new RuleBroken(problem('NO_SUCH_REPORT'));
    const { state } = await findConsignment(eventStore, consignmentId, caller);
    if (state.phase !== 'open') throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
    refuseIf(copiesProblem(reportCount));
    const application = { reportId: reportId ?? null, reportCount: readCount(reportCount) ?? 0, remark };
    const { expectedRevision: _, ...rest } = context; // applications are only added; no older state to protect
    const { position } = await this.decisions.decide(
      reportApplication,
      consignmentId,
      { type: 'ApplyForReport', by: context.by, consignmentId, consignment: state, application },
      rest,
    );
    return position;
  }
}

export const reportCommandHandlers = [
  RegisterReportHandler,
  UploadReportHandler,
  PublishReportHandler,
  WithdrawReportHandler,
  UpdateReportStatusHandler,
  SetReportMailNumberHandler,
  ApplyForReportHandler,
];

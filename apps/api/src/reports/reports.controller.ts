import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  addReportApply,
  getAllowedReportActions,
  getReportFile,
  getReportHistory,
  publishReport,
  registerReport,
  reportMailNumberSetting,
  updateReportStatus,
  updateReportStatusNew,
  uploadReport,
  withdrawReport,
} from '#contract';
import type { CommandContext, CommandResult } from '#domain/event-sourcing';
import type { Report } from '#domain/report';
import type { Language } from '#domain/text';
import type { Caller } from '../auth/caller.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import {
  ApplyForReport,
  PublishReport,
  RegisterReport,
  SetReportMailNumber,
  UpdateReportStatus,
  UploadReport,
  WithdrawReport,
} from './reports.commands.js';
import { GetAllowedReportActions, GetReportFile, GetReportHistory } from './reports.queries.js';

/** Reports from their registration to publication, mailing or withdrawal. */
@Controller()
export class ReportsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(registerReport)
  async register(
    @Input() input: InputOf<typeof registerReport>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const registered = await this.commands.execute(new RegisterReport(input, caller, context));
    return revisionResponse(registered.reportId, registered);
  }

  @HandlesOperation(uploadReport)
  async upload(
    @Input() { id, uploadId }: InputOf<typeof uploadReport>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return revisionResponse(id, await this.commands.execute(new UploadReport(id, uploadId, caller, context)));
  }

  @HandlesOperation(publishReport)
  async publish(
    @Input() { id }: InputOf<typeof publishReport>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return revisionResponse(id, await this.commands.execute(new PublishReport(id, caller, context)));
  }

  @HandlesOperation(withdrawReport)
  async withdraw(
    @Input() { id, reason }: InputOf<typeof withdrawReport>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return revisionResponse(id, await this.commands.execute(new WithdrawReport(id, reason, caller, context)));
  }

  @HandlesOperation(updateReportStatus)
  updateByPut(
    @Input() input: InputOf<typeof updateReportStatus>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.update(input, caller, context);
  }

  @HandlesOperation(updateReportStatusNew)
  updateByPost(
    @Input() input: InputOf<typeof updateReportStatusNew>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.update(input, caller, context);
  }

  @HandlesOperation(reportMailNumberSetting)
  async setMailNumber(
    @Input() { reportIds, val = '' }: InputOf<typeof reportMailNumberSetting>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const position = await this.commands.execute(new SetReportMailNumber(reportIds, val, caller, context));
    return withMeta(true as const, { position });
  }

  @HandlesOperation(addReportApply)
  async apply(
    @Input() input: InputOf<typeof addReportApply>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const position = await this.commands.execute(new ApplyForReport(input, caller, context));
    return withMeta(true as const, { position });
  }

  @HandlesOperation(getReportFile)
  file(@Input() { id }: InputOf<typeof getReportFile>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetReportFile(id, caller));
  }

  @HandlesOperation(getReportHistory)
  history(
    @Input() { id }: InputOf<typeof getReportHistory>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    return this.queries.execute(new GetReportHistory(id, caller, language));
  }

  @HandlesOperation(getAllowedReportActions)
  async actions(
    @Input() { id }: InputOf<typeof getAllowedReportActions>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    const allowed = await this.queries.execute(new GetAllowedReportActions(id, caller, language));
    return withMeta(allowed, { revision: allowed.revision });
  }

  private async update(input: InputOf<typeof updateReportStatus>, caller: Caller, context: CommandContext) {
    const position = await this.commands.execute(new UpdateReportStatus(input, caller, context));
    return withMeta(true as const, { position });
  }
}

/** The response after a command on one report: revision and status. */
const revisionResponse = (reportId: string, { state, revision, position }: CommandResult<Report>) => {
  if (state.phase === 'absent') throw new Error(`report ${reportId} is gone after it was written`);
  return withMeta({ reportId, revision, reportStatus: state.reportStatus }, { revision, position });
};

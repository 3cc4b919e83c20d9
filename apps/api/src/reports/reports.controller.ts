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
import type { CommandContext, Handled, Language, Report } from '#domain';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
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

/** Reports from their registration until they are published, mailed or declared void. */
@Controller()
export class ReportsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(registerReport)
  async register(
    @Input() input: InputOf<typeof registerReport>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const registered = await this.commands.execute(new RegisterReport(input, caller, context));
    return statusAfter(registered.reportId, registered);
  }

  @Handles(uploadReport)
  async upload(
    @Input() { id, uploadId }: InputOf<typeof uploadReport>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return statusAfter(id, await this.commands.execute(new UploadReport(id, uploadId, caller, context)));
  }

  @Handles(publishReport)
  async publish(
    @Input() { id }: InputOf<typeof publishReport>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return statusAfter(id, await this.commands.execute(new PublishReport(id, caller, context)));
  }

  @Handles(withdrawReport)
  async withdraw(
    @Input() { id, reason }: InputOf<typeof withdrawReport>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return statusAfter(id, await this.commands.execute(new WithdrawReport(id, reason, caller, context)));
  }

  @Handles(updateReportStatus)
  updateByPut(
    @Input() input: InputOf<typeof updateReportStatus>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.update(input, caller, context);
  }

  @Handles(updateReportStatusNew)
  updateByPost(
    @Input() input: InputOf<typeof updateReportStatusNew>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.update(input, caller, context);
  }

  @Handles(reportMailNumberSetting)
  async setMailNumber(
    @Input() { reportIds, val = '' }: InputOf<typeof reportMailNumberSetting>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const position = await this.commands.execute(new SetReportMailNumber(reportIds, val, caller, context));
    return answer(true as const, { position });
  }

  @Handles(addReportApply)
  async apply(
    @Input() input: InputOf<typeof addReportApply>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const position = await this.commands.execute(new ApplyForReport(input, caller, context));
    return answer(true as const, { position });
  }

  @Handles(getReportFile)
  file(@Input() { id }: InputOf<typeof getReportFile>, @By() caller: Caller) {
    return this.queries.execute(new GetReportFile(id, caller));
  }

  @Handles(getReportHistory)
  history(@Input() { id }: InputOf<typeof getReportHistory>, @By() caller: Caller, @In() language: Language) {
    return this.queries.execute(new GetReportHistory(id, caller, language));
  }

  @Handles(getAllowedReportActions)
  async actions(
    @Input() { id }: InputOf<typeof getAllowedReportActions>,
    @By() caller: Caller,
    @In() language: Language,
  ) {
    const allowed = await this.queries.execute(new GetAllowedReportActions(id, caller, language));
    return answer(allowed, { revision: allowed.revision });
  }

  private async update(input: InputOf<typeof updateReportStatus>, caller: Caller, context: CommandContext) {
    const position = await this.commands.execute(new UpdateReportStatus(input, caller, context));
    return answer(true as const, { position });
  }
}

/** Revision and status after a command on one report. */
const statusAfter = (reportId: string, { state, revision, position }: Handled<Report>) => {
  if (state.phase === 'absent') throw new Error(`report ${reportId} is gone after it was written`);
  return answer({ reportId, revision, reportStatus: state.reportStatus }, { revision, position });
};

import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  applyForReportVideo,
  checkReportIssue,
  checkReportPdf,
  getReportEvaluation,
  listReportVideos,
} from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import {
  ApplyForReportVideo,
  CheckReportPdf,
  FindReportEvaluation,
  ListReportVideos,
  SendReportIssue,
} from './report-calls.handlers.js';

/**
 * Operations of the pre-consignment service for reports (002 PRE-019). They are forwarded to the laboratory's system if
 * there is one.
 */
@Controller()
export class ReportCallsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(checkReportPdf)
  check(@Input() { id, unitCode }: InputOf<typeof checkReportPdf>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new CheckReportPdf(id, unitCode, caller));
  }

  @HandlesOperation(listReportVideos)
  videos(@Input() { reportId }: InputOf<typeof listReportVideos>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListReportVideos(reportId, caller));
  }

  @HandlesOperation(applyForReportVideo)
  async apply(
    @Input() { reportId, remark }: InputOf<typeof applyForReportVideo>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    await this.commands.execute(new ApplyForReportVideo(reportId, remark, caller, context));
    return true as const;
  }

  @HandlesOperation(checkReportIssue)
  issue(
    @Input() { reportId, content }: InputOf<typeof checkReportIssue>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new SendReportIssue(reportId, content, caller, context));
  }

  @HandlesOperation(getReportEvaluation)
  evaluation(@Input() { id, unitCode }: InputOf<typeof getReportEvaluation>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new FindReportEvaluation(id, unitCode, caller));
  }
}

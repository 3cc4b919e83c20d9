import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  applyForReportVideo,
  checkReportIssue,
  checkReportPdf,
  getReportEvaluation,
  listReportVideos,
} from '#contract';
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import {
  ApplyForReportVideo,
  CheckReportPdf,
  FindReportEvaluation,
  ListReportVideos,
  SendReportIssue,
} from './report-calls.handlers.js';

/** The calls of the pre-consignment service about reports (002 PRE-019): forwarded to the laboratory's system, else answered from here. */
@Controller()
export class ReportCallsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(checkReportPdf)
  check(@Input() { id, unitCode }: InputOf<typeof checkReportPdf>, @By() caller: Caller) {
    return this.queries.execute(new CheckReportPdf(id, unitCode, caller));
  }

  @Handles(listReportVideos)
  videos(@Input() { reportId }: InputOf<typeof listReportVideos>, @By() caller: Caller) {
    return this.queries.execute(new ListReportVideos(reportId, caller));
  }

  @Handles(applyForReportVideo)
  async apply(
    @Input() { reportId, remark }: InputOf<typeof applyForReportVideo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    await this.commands.execute(new ApplyForReportVideo(reportId, remark, caller, context));
    return true as const;
  }

  @Handles(checkReportIssue)
  issue(
    @Input() { reportId, content }: InputOf<typeof checkReportIssue>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.commands.execute(new SendReportIssue(reportId, content, caller, context));
  }

  @Handles(getReportEvaluation)
  evaluation(@Input() { id, unitCode }: InputOf<typeof getReportEvaluation>, @By() caller: Caller) {
    return this.queries.execute(new FindReportEvaluation(id, unitCode, caller));
  }
}

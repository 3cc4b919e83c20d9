import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { z } from 'zod';
import type { ReportVideo } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { labAddress, labConnectionOf, type LabConnection } from '#domain/lab-systems';
import { downloadProblem, type RegisteredReport } from '#domain/report';
import { problem, RuleBroken } from '#domain/rules';
import { testingUnit } from '#domain/units';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { listOrEmpty, textValue } from '../catalogue/lab-system/lab-schemas.js';
import type { LabClient } from '../catalogue/lab-system/lab-client.js';
import { LabSystems } from '../catalogue/lab-system/lab-systems.js';
import { FileLinks } from '../files/file-tickets.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { findReport } from '../reports/find-report.js';

/** An http or https address of at most 2000 characters; anything else becomes null. */
const webAddress = z
  .string()
  .nullish()
  .transform((url) => (url && /^https?:\/\//i.test(url) && url.length <= 2000 ? url : null));
const PdfCheck = z.union([
  z.boolean().transform((exists) => ({ exists, url: null })),
  webAddress.transform((url) => ({ exists: url !== null, url })),
  z.object({ exists: z.boolean().default(true), url: webAddress }),
]);
const Videos = listOrEmpty(
  z.object({
    id: z
      .union([z.string(), z.number()])
      .nullish()
      .transform((id) => String(id ?? '')),
    name: textValue,
    url: webAddress,
  }),
  200,
);
/** The content of these responses is ignored. */
const Anything = z.unknown().transform(() => true as const);
const Evaluation = z.union([
  webAddress,
  z.object({ url: webAddress }).transform(({ url }) => url),
  z.unknown().transform(() => null),
]);

type ReportCall = { report: RegisteredReport; connection: LabConnection | null; client: LabClient | null };

/** Loads a report that the caller may read, and the client for the system of its laboratory. */
@Injectable()
export class ReportsAndSystems {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly systems: LabSystems,
  ) {}

  /** @throws RuleBroken as findReport; NO_SUCH_UNIT_CODE if the code is not that of the report's laboratory */
  async prepareCall(id: string, caller: Caller, unitCode?: string): Promise<ReportCall> {
    const { eventStore } = this.engines;
    const report = await findReport(eventStore, id, caller);
    const { state: unit } = await load(eventStore, testingUnit, report.testUnitId);
    const codes = unit ? [unit.lmisIntegratedCode.trim(), unit.unitNo] : [];
    if (unitCode !== undefined && !codes.some((code) => code === unitCode))
      throw new RuleBroken(problem('NO_SUCH_UNIT_CODE', { code: unitCode }));
    const connection = unit && labConnectionOf(unit);
    return { report, connection, client: await this.systems.clientFor(report.testUnitId, 'reports') };
  }
}

export class CheckReportPdf extends Query<{ exists: boolean; url: string | null }> {
  constructor(
    readonly id: string,
    readonly unitCode: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** A file that the platform stores takes precedence over the response of the laboratory's system. */
@QueryHandler(CheckReportPdf)
export class CheckReportPdfHandler implements IQueryHandler<CheckReportPdf> {
  constructor(
    private readonly reports: ReportsAndSystems,
    private readonly links: FileLinks,
  ) {}

  async execute({ id, unitCode, caller }: CheckReportPdf): Promise<{ exists: boolean; url: string | null }> {
    const { report, connection, client } = await this.reports.prepareCall(id, caller, unitCode);
    const hasReadableFile = report.file !== null && downloadProblem(report, caller.actor.role) === null;
    const url = hasReadableFile && report.file ? await this.links.linkTo(report.file, caller) : null;
    if (!client || !connection) return { exists: hasReadableFile, url };
    try {
      const path = `pre/report/pdf-file/${encodeURIComponent(connection.code)}/${id}/check`;
      const check = (await client.get(path, {}, PdfCheck)) ?? { exists: false, url: null };
      return { exists: check.exists || hasReadableFile, url: url ?? check.url };
    } catch (error) {
      if (error instanceof Problem && hasReadableFile) return { exists: true, url };
      throw error;
    }
  }
}

export class ListReportVideos extends Query<ReportVideo[]> {
  constructor(
    readonly reportId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListReportVideos)
export class ListReportVideosHandler implements IQueryHandler<ListReportVideos> {
  constructor(private readonly reports: ReportsAndSystems) {}

  async execute({ reportId, caller }: ListReportVideos): Promise<ReportVideo[]> {
    const { client } = await this.reports.prepareCall(reportId, caller);
    return (await client?.get('pre/report/video/list', { reportId }, Videos)) ?? [];
  }
}

export class ApplyForReportVideo extends Command<void> {
  constructor(
    readonly reportId: string,
    readonly remark: string,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ApplyForReportVideo)
export class ApplyForReportVideoHandler implements ICommandHandler<ApplyForReportVideo> {
  constructor(private readonly reports: ReportsAndSystems) {}

  async execute({ reportId, remark, caller, context }: ApplyForReportVideo): Promise<void> {
    const { client } = await this.reports.prepareCall(reportId, caller);
    if (!client) throw new RuleBroken(problem('NO_REPORT_VIDEOS'));
    await client.post('pre/report/video/application', jsonOf({ reportId, remark }, context), Anything);
  }
}

export class SendReportIssue extends Command<{ isForwarded: boolean; isIssued: boolean }> {
  constructor(
    readonly reportId: string,
    readonly content: string,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SendReportIssue)
export class SendReportIssueHandler implements ICommandHandler<SendReportIssue> {
  constructor(private readonly reports: ReportsAndSystems) {}

  async execute({ reportId, content, caller, context }: SendReportIssue) {
    const { client, report } = await this.reports.prepareCall(reportId, caller);
    if (client) await client.post('pre/check/report/issue', jsonOf({ reportId, content }, context), Anything);
    return { isForwarded: client !== null, isIssued: report.reportStatus >= 30 && report.reportStatus < 90 };
  }
}

export class FindReportEvaluation extends Query<{ address: string }> {
  constructor(
    readonly id: string,
    readonly unitCode: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/**
 * The page address in the response of the laboratory's system, else the address of the call, because some systems show
 * the page there.
 */
@QueryHandler(FindReportEvaluation)
export class FindReportEvaluationHandler implements IQueryHandler<FindReportEvaluation> {
  constructor(private readonly reports: ReportsAndSystems) {}

  async execute({ id, unitCode, caller }: FindReportEvaluation): Promise<{ address: string }> {
    const { client, connection } = await this.reports.prepareCall(id, caller, unitCode);
    if (!client || !connection) throw new RuleBroken(problem('NO_LAB_SYSTEM'));
    const path = `pre/evaluate/write/${encodeURIComponent(connection.code)}/model/on/line`;
    const pageAddress = await client.get(path, { id }, Evaluation);
    return { address: pageAddress ?? labAddress(connection, path, { id }) };
  }
}

/** The idempotency key is the same for a repeated request, so that the laboratory can recognise the repetition. */
const jsonOf = (body: object, { commandId }: CommandContext) => ({
  body: JSON.stringify(body),
  contentType: 'application/json',
  idempotencyKey: commandId,
});

export const reportCallHandlers = [
  ReportsAndSystems,
  CheckReportPdfHandler,
  ListReportVideosHandler,
  ApplyForReportVideoHandler,
  SendReportIssueHandler,
  FindReportEvaluationHandler,
];

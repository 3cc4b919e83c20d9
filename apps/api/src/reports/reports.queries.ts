import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { getAllowedReportActions, getReportFile, ReportHistoryEntry, ResultOf } from '#contract';
import { load } from '#domain/event-sourcing';
import { allowedReportActions, downloadProblem, nextReportStatuses, report } from '#domain/report';
import { messageOfProblem, problem, refuseIf, RuleBroken } from '#domain/rules';
import type { Language } from '#domain/text';
import type { Engines } from '#engines';
import { decode, reportEvents, ROLE, type RecordedEvent, type ReportEvent } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { Users, loadUserNames } from '../auth/users.js';
import { FileLinks } from '../files/file-tickets.js';
import { ENGINES } from '../injection-tokens.js';
import { findReport, requireReadableReport } from './find-report.js';
import { reportStatusNamesOf } from './schedule-items.js';

type AllowedActions = ResultOf<typeof getAllowedReportActions>;

/** The actions on a report that the caller may execute now, and the reasons against the others. */
export class GetAllowedReportActions extends Query<AllowedActions> {
  constructor(
    readonly id: string,
    readonly caller: Caller,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(GetAllowedReportActions)
export class GetAllowedReportActionsHandler implements IQueryHandler<GetAllowedReportActions> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ id, caller, language }: GetAllowedReportActions): Promise<AllowedActions> {
    const {
      state,
      head: { revision },
    } = await load(this.engines.eventStore, report, id);
    const readable = await requireReadableReport(this.engines.eventStore, state, caller);
    const actions = allowedReportActions(readable, caller.actor).map(({ action, problem: actionProblem }) => ({
      action,
      allowed: actionProblem === null,
      reason: actionProblem && { code: actionProblem.code, message: messageOfProblem(actionProblem, language) },
    }));
    const canChangeStatus = actions.some(({ action, allowed }) => action === 'changeStatus' && allowed);
    return {
      revision,
      reportStatus: readable.reportStatus,
      nextStatuses: canChangeStatus ? [...nextReportStatuses(readable.reportStatus)] : [],
      actions,
    };
  }
}

type LinkedFile = ResultOf<typeof getReportFile>;

/** The address of a report's file. A client gets it from publication until the report is void, an auditor never. */
export class GetReportFile extends Query<LinkedFile> {
  constructor(
    readonly id: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetReportFile)
export class GetReportFileHandler implements IQueryHandler<GetReportFile> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly links: FileLinks,
  ) {}

  async execute({ id, caller }: GetReportFile): Promise<LinkedFile> {
    const report = await findReport(this.engines.eventStore, id, caller);
    refuseIf(downloadProblem(report, caller.actor.role));
    const { file } = report;
    if (!file) throw new RuleBroken(problem('REPORT_HAS_NO_FILE'));
    return { name: file.name, size: file.size, url: await this.links.linkTo(file, caller) };
  }
}

/** The history of a report, from its stream. */
export class GetReportHistory extends Query<ReportHistoryEntry[]> {
  constructor(
    readonly id: string,
    readonly caller: Caller,
    readonly language: Language,
  ) {
    super();
  }
}

const SIGNATURE = { name: 'signature.png', mediaType: 'image/png' };

/**
 * Auditors see no personal data, which includes signatures (ADR-016). A client sees the name of a file only if the
 * client may download it.
 */
@QueryHandler(GetReportHistory)
export class GetReportHistoryHandler implements IQueryHandler<GetReportHistory> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
    private readonly links: FileLinks,
  ) {}

  async execute({ id, caller, language }: GetReportHistory): Promise<ReportHistoryEntry[]> {
    const { eventStore } = this.engines;
    const { state, events } = await load(eventStore, report, id);
    const readable = await requireReadableReport(eventStore, state, caller);
    const showsPersons = !hasRole(caller, ROLE.auditor);
    const [statusName, nameOf] = await Promise.all([
      reportStatusNamesOf(eventStore, language),
      loadUserNames(
        this.users,
        events.map(({ metadata }) => metadata.by.userId),
      ),
    ]);
    const showsFiles = downloadProblem(readable, caller.actor.role) === null;
    let reportStatus = readable.reportStatus;
    const entries: ReportHistoryEntry[] = [];
    for (const { type, data, revision, at, by: author } of events.map(decodeEntry)) {
      if ('toStatus' in data) reportStatus = data.toStatus;
      const isHidden = (type === 'ReportFileUploaded' && !showsFiles) || (type === 'ReportPickedUp' && !showsPersons);
      const detail = isHidden ? '' : detailOf({ type, data } as ReportEvent);
      const signUrl =
        showsPersons && type === 'ReportPickedUp'
          ? await this.links.linkTo({ ...SIGNATURE, hash: data.imageHash }, caller)
          : null;
      entries.push({
        revision,
        type,
        at,
        by: showsPersons ? nameOf(author.userId) : '',
        ...(author.via && { via: author.via }),
        reportStatus,
        reportStatusStr: statusName(reportStatus),
        detail,
        signUrl,
      });
    }
    return entries;
  }
}

const decodeEntry = (stored: RecordedEvent) => ({
  ...decode(reportEvents, stored),
  revision: stored.revision,
  at: stored.metadata.at,
  by: stored.metadata.by,
});

const detailOf = ({ type, data }: ReportEvent): string => {
  switch (type) {
    case 'ReportRegistered':
      return data.reportNumber;
    case 'ReportFileUploaded':
      return data.file.name;
    case 'ReportMailNumberSet':
      return data.mailNumber;
    case 'ReportWithdrawn':
      return data.reason;
    case 'ReportStatusChanged':
    case 'ReportPublished':
      return '';
    case 'ReportPickedUp':
      return data.receiver?.name ?? '';
  }
};

export const reportQueryHandlers = [GetAllowedReportActionsHandler, GetReportFileHandler, GetReportHistoryHandler];

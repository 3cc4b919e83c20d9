import { Controller, Inject } from '@nestjs/common';
import { getReportHistory, type ReportHistoryEntry } from '#contract';
import { downloadProblem, load, report, type Language } from '#domain';
import type { Engines } from '#engines';
import { decode, reportEvents, ROLE, type RecordedEvent, type ReportEvent } from '#events';
import { has, type Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { namesOf } from '../consignments/persons.js';
import { FileLinks } from '../files/file-tickets.js';
import { By, In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { readableReport } from './find-report.js';
import { reportStatusNamesOf } from './report-status-names.js';

const SIGNATURE = { name: 'signature.png', mediaType: 'image/png' };

/** What became of a report, from its own stream. Persons, and a signature is one, are not shown to auditors (ADR-016); a file that a client may not have is not named to it. */
@Controller()
export class GetReportHistory {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
    private readonly links: FileLinks,
  ) {}

  @Handles(getReportHistory)
  async handle(@Input() { id }: InputOf<typeof getReportHistory>, @By() caller: Caller, @In() language: Language) {
    const { eventStore } = this.engines;
    const { state, past } = await load(eventStore, report, id);
    const found = await readableReport(eventStore, state, caller);
    const personsShown = !has(caller, ROLE.auditor);
    const [statusName, nameOf] = await Promise.all([
      reportStatusNamesOf(eventStore, language),
      namesOf(
        this.users,
        past.map(({ metadata }) => metadata.by.userId),
      ),
    ]);
    const filesShown = downloadProblem(found, caller.actor.role) === null;
    let reportStatus = found.reportStatus;
    const entries: ReportHistoryEntry[] = [];
    for (const { type, data, revision, at, by: author } of past.map(opened)) {
      if ('toStatus' in data) reportStatus = data.toStatus;
      const isHidden = (type === 'ReportFileUploaded' && !filesShown) || (type === 'ReportPickedUp' && !personsShown);
      const detail = isHidden ? '' : detailOf({ type, data } as ReportEvent);
      const signUrl =
        personsShown && type === 'ReportPickedUp'
          ? await this.links.linkTo({ ...SIGNATURE, hash: data.imageHash }, caller)
          : null;
      entries.push({
        revision,
        type,
        at,
        by: personsShown ? nameOf(author.userId) : '',
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

const opened = (stored: RecordedEvent) => ({
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

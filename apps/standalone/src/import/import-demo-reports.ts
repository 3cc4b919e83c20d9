import { z } from 'zod';
import {
  consignment,
  handle,
  load,
  report,
  reservation,
  reservationId,
  streamOf,
  yearInShanghai,
  type OpenConsignment,
  type ReportCommand,
} from '#domain';
import { fingerprint, type Files } from '#engines';
import { ROLE, type Actor, type ReportFile } from '#events';
import { readBytes, readRows } from './data-files.js';
import {
  fixedId,
  importContext,
  runImport,
  type ImportEngines,
  type ImportLog,
  type ImportStep,
} from './run-import.js';

const HOUR = 3_600_000;
const FILE = { name: '检测报告（示例）.pdf', contentType: 'application/pdf' };

const Step = z.enum(['draft', 'issue', 'upload', 'publish', 'mail', 'collect', 'withdraw']);
/** `samples` are places in the consignment's list, none = all; `number` is a report's serial within its year. */
const DemoReport = z.object({
  key: z.string(),
  consignment: z.string(),
  samples: z.array(z.number()),
  number: z.string(),
  steps: z.array(Step),
  mailNumber: z.string(),
});
type DemoReport = z.infer<typeof DemoReport>;
type DemoEngines = ImportEngines & { files: Files };

/** Reports in every state on received demo consignments, so that both sides' progress pages are alive. They go through the same decider as registered ones. */
export const importDemoReports = (engines: DemoEngines, log: ImportLog, { now = new Date() } = {}): Promise<number> =>
  runImport(engines.eventStore, log, 'demo-reports', () => stepsOf(engines), now.toISOString());

const stepsOf = async ({ vault, files }: DemoEngines): Promise<ImportStep[]> => {
  const rows = await readRows('demo/reports.jsonl', DemoReport);
  const content = await readBytes('demo/report.pdf');
  const { hash, size } = await files.put(content, FILE);
  const file: ReportFile = { hash, size, name: FILE.name, mediaType: FILE.contentType };
  return rows.map((row): ImportStep => async (store) => {
    const consignmentId = fixedId(row.consignment);
    const { state, past } = await load(store, consignment, consignmentId);
    const confirmed = past.findLast(({ type }) => type === 'SampleConfirmed');
    if (state.phase !== 'open' || !confirmed)
      throw new Error(`${row.key} reports on ${row.consignment}, whose samples were not received.`);
    const facts = { ...row, file, consignmentId, state, acceptedAt: confirmed.metadata.at, by: confirmed.metadata.by };
    const [reportId, reportNumber] = [fixedId(row.key), `BG-${yearInShanghai(facts.acceptedAt)}-${row.number}`];
    const reserved = reservationId('reportNumber', await fingerprint(vault, `${facts.by.unitId}/${reportNumber}`));
    await handle(
      store,
      reservation,
      reserved,
      { type: 'Reserve', kind: 'reportNumber', holderId: reportId },
      importContext(streamOf(reservation, reserved), facts.acceptedAt),
    );
    for (const [index, command] of commandsOf(facts, reportNumber).entries()) {
      const at = new Date(Date.parse(facts.acceptedAt) + (index + 1) * 5 * HOUR).toISOString();
      await handle(store, report, reportId, command, { ...importContext(`${row.key}/${index}`, at), by: facts.by });
    }
  });
};

type Facts = DemoReport & {
  file: ReportFile;
  consignmentId: string;
  state: OpenConsignment;
  acceptedAt: string;
  by: Actor;
};

const commandsOf = (
  { file, consignmentId, state, acceptedAt, by, samples, steps, mailNumber }: Facts,
  reportNumber: string,
): ReportCommand[] => {
  if (by.role !== ROLE.lab) throw new Error('The demo data has a consignment that no laboratory received.');
  const sampleIds = state.samples
    .filter((_, index) => samples.length === 0 || samples.includes(index))
    .map(({ id }) => id);
  const commandOf = (step: z.infer<typeof Step>): ReportCommand => {
    switch (step) {
      case 'draft':
        return { type: 'ChangeReportStatus', by, reportStatus: 20, reason: '' };
      case 'issue':
        return { type: 'ChangeReportStatus', by, reportStatus: 30, reason: '' };
      case 'upload':
        return { type: 'UploadReport', by, file };
      case 'publish':
        return { type: 'PublishReport', by };
      case 'mail':
        return { type: 'SetReportMailNumber', by, mailNumber };
      case 'collect':
        return { type: 'ChangeReportStatus', by, reportStatus: 60, reason: '' };
      case 'withdraw':
        return { type: 'WithdrawReport', by, reason: '样品规格登记有误，另出报告' };
    }
  };
  return [
    { type: 'RegisterReport', by, consignmentId, consignment: state, acceptedAt, sampleIds, reportNumber },
    ...steps.map(commandOf),
  ];
};

import { z } from 'zod';
import { consignment, type OpenConsignment } from '#domain/consignment';
import { handle, load, streamName } from '#domain/event-sourcing';
import { instruction } from '#domain/instructions';
import { DAY_MS, HOUR_MS, yearInChina } from '#domain/time';
import { project } from '#domain/projects';
import { reservation, reservationId } from '#domain/reference';
import { report, type ReportCommand } from '#domain/report';
import { consigningUnit, settings, testingUnit } from '#domain/units';
import { type Files, fingerprint, type Vault } from '#engines';
import {
  type Actor,
  ConsigningUnit,
  Instruction,
  projectEvents,
  type ReportFile,
  ROLE,
  settingsEvents,
  TestingUnit,
  userEvents,
} from '#events';
import { readBytes, readRows } from './import-reference.js';
import {
  fixedId,
  importContext,
  type ImportEngines,
  type ImportLog,
  type ImportStep,
  importStep,
  registerAccount,
  runImport,
} from './run-import.js';

export const DEMO_PASSWORD = 'Consign-2026!';

/** The accounts of a demo installation; the users are in data/demo/users.jsonl. */
export const demoAccounts: readonly { userName: string; description: string }[] = [
  { userName: 'admin', description: 'administrator' },
  { userName: 'client1', description: 'consigning unit CU001 云岭交通建设集团第三工程公司' },
  { userName: 'client2', description: 'consigning unit CU002 中原路桥工程有限公司' },
  { userName: 'lab1', description: 'testing unit TU001 浙东交通工程检测中心有限公司' },
  { userName: 'lab2', description: 'testing unit TU002 江淮公路试验检测研究院' },
  { userName: 'auditor', description: 'auditor, reads everything' },
  { userName: 'operator', description: 'operator, sees no consignments' },
];

const id = z.guid();
const Project = projectEvents.ProjectAdded.schema.extend({ id });
const Settings = settingsEvents.UnitSettingsChanged.schema.extend({ id });
const User = userEvents.UserRegistered.schema.extend({ id });

/**
 * Imports testing and consigning units with their settings and projects, and the demo accounts. Never in production
 * (ADR-043).
 */
export const importDemo = (engines: ImportEngines, log: ImportLog, { now = new Date() } = {}): Promise<number> =>
  runImport(engines.eventStore, log, 'demo', () => demoSteps(engines.vault), now.toISOString());

const demoSteps = async (vault: Vault): Promise<ImportStep[]> => [
  ...(await readRows('demo/testing-units.jsonl', TestingUnit.extend({ id }))).map(({ id: unitId, ...unit }) =>
    importStep(testingUnit, unitId, { type: 'RegisterTestingUnit', unit }),
  ),
  ...(await readRows('demo/consigning-units.jsonl', ConsigningUnit.extend({ id }))).map(({ id: unitId, ...unit }) =>
    importStep(consigningUnit, unitId, { type: 'RegisterConsigningUnit', unit }),
  ),
  ...(await readRows('demo/settings.jsonl', Settings)).map(({ id: unitId, ...unitSettings }) =>
    importStep(settings, unitId, { type: 'ChangeUnitSettings', ...unitSettings, reason: '演示数据' }),
  ),
  ...(await readRows('demo/projects.jsonl', Project)).map(({ id: projectId, ...fields }) =>
    importStep(project, projectId, { type: 'AddProject', project: fields }),
  ),
  ...(await readRows('demo/users.jsonl', User)).map(
    ({ id: userId, ...registration }): ImportStep =>
      (store, at) =>
        registerAccount(store, vault, { id: userId, password: DEMO_PASSWORD, registration }, at),
  ),
];

const FILE = { name: '检测报告（示例）.pdf', contentType: 'application/pdf' };

const Step = z.enum(['draft', 'issue', 'upload', 'publish', 'mail', 'collect', 'withdraw']);
/**
 * `samples` are indexes in the list of the consignment; an empty list means all. `number` is the serial number of the
 * report in its year.
 */
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

/**
 * Imports reports in every state for received demo consignments, so that the progress pages of both sides have data.
 * They go through the same decider as those of users.
 */
export const importDemoReports = (engines: DemoEngines, log: ImportLog, { now = new Date() } = {}): Promise<number> =>
  runImport(engines.eventStore, log, 'demo-reports', () => stepsOf(engines), now.toISOString());

const stepsOf = async ({ vault, files }: DemoEngines): Promise<ImportStep[]> => {
  const rows = await readRows('demo/reports.jsonl', DemoReport);
  const content = await readBytes('demo/report.pdf');
  const { hash, size } = await files.put(content, FILE);
  const file: ReportFile = { hash, size, name: FILE.name, mediaType: FILE.contentType };
  return rows.map((row): ImportStep => async (store) => {
    const consignmentId = fixedId(row.consignment);
    const { state, events } = await load(store, consignment, consignmentId);
    const confirmation = events.findLast(({ type }) => type === 'SampleConfirmed');
    if (state.phase !== 'open' || !confirmation)
      throw new Error(`${row.key} reports on ${row.consignment}, whose samples were not received.`);
    const facts = {
      ...row,
      file,
      consignmentId,
      state,
      acceptedAt: confirmation.metadata.at,
      by: confirmation.metadata.by,
    };
    const [reportId, reportNumber] = [fixedId(row.key), `BG-${yearInChina(facts.acceptedAt)}-${row.number}`];
    const numberReservationId = reservationId(
      'reportNumber',
      await fingerprint(vault, `${facts.by.unitId}/${reportNumber}`),
    );
    await handle(
      store,
      reservation,
      numberReservationId,
      { type: 'Reserve', kind: 'reportNumber', holderId: reportId },
      importContext(streamName(reservation, numberReservationId), facts.acceptedAt),
    );
    for (const [index, command] of commandsOf(facts, reportNumber).entries()) {
      const at = new Date(Date.parse(facts.acceptedAt) + (index + 1) * 5 * HOUR_MS).toISOString();
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

/** `daysBefore`: how many days before the import it was written. */
const DemoInstruction = Instruction.extend({ key: z.string(), daysBefore: z.number().int().min(0) });
const InstructionAuthor = userEvents.UserRegistered.schema.extend({ id: z.guid() });

/**
 * Imports operating instructions of the administrator of the demo. They go through the same decider as those of users.
 */
export const importDemoInstructions = (
  engines: ImportEngines,
  log: ImportLog,
  { now = new Date() } = {},
): Promise<number> =>
  runImport(engines.eventStore, log, 'demo-instructions', () => instructionSteps(now), now.toISOString());

const instructionSteps = async (now: Date): Promise<ImportStep[]> => {
  const administrator = (await readRows('demo/users.jsonl', InstructionAuthor)).find(({ roles }) =>
    roles.includes(ROLE.admin),
  );
  if (!administrator) throw new Error('The demo data has no administrator.');
  const by = { userId: administrator.id, role: ROLE.admin, unitId: null };
  return (await readRows('demo/instructions.jsonl', DemoInstruction)).map(
    ({ key, daysBefore, ...content }): ImportStep =>
      (store) => {
        const at = new Date(now.getTime() - daysBefore * DAY_MS).toISOString();
        return handle(
          store,
          instruction,
          fixedId(key),
          { type: 'AddInstruction', instruction: content },
          { ...importContext(key, at), by },
        );
      },
  );
};

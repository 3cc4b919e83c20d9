import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { StandardsById } from '#domain/catalogue';
import { type UnitSettings, unitSettingsOf } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import {
  consignCodeOf,
  numberOfHolder,
  numbering,
  type Numbering,
  type NumberingCommand,
  numberingIdOf,
} from '#domain/numbering';
import { yearInChina } from '#domain/time';
import { SYSTEM_ACTOR } from '#domain/users';
import type { Files, Vault } from '#engines';
import {
  type Actor,
  CatalogueSample,
  CatalogueStandard,
  ConsigningUnit,
  type EventStore,
  projectEvents,
  type ReportFile,
  ROLE,
  settingsEvents,
  TestingUnit,
  userEvents,
  type UnitType,
} from '#events';
import { readBytes, readRows } from '../import/import-reference.js';
import { fixedId, type ImportLog, registerAccount, runImport } from '../import/run-import.js';
import { InMemoryStream } from './in-memory-stream.js';

const id = z.guid();
const WithId = { id };
const Project = projectEvents.ProjectAdded.schema.extend(WithId);
const Settings = settingsEvents.UnitSettingsChanged.schema.extend(WithId);
const User = userEvents.UserRegistered.schema.extend(WithId);

type Staff = { actor: Actor; name: string; phone: string };
export type Laboratory = TestingUnit & { id: string; settings: UnitSettings; staff: Staff };
export type Client = ConsigningUnit & { id: string; projects: readonly z.infer<typeof Project>[]; staff: Staff };
export type CatalogueSampleWithId = CatalogueSample & { id: string };

/** The data that generated histories choose from: units with their staff, projects and catalogue of the demo data. */
export type GeneratorData = {
  laboratories: readonly Laboratory[];
  clients: readonly Client[];
  samples: readonly CatalogueSampleWithId[];
  standardsById: StandardsById;
  /** The file of all reports, bills and attachments. */
  file: ReportFile;
  /** Makes report numbers distinguishable in the log without showing them. */
  fingerprint(value: string): string;
};

type GeneratorEngines = { eventStore: EventStore; vault: Vault; files: Files };

/**
 * Reads the demo data, registers a user for each unit that has none (these users cannot sign in), and stores the file.
 */
export const loadGeneratorData = async (
  engines: GeneratorEngines,
  log: ImportLog,
  fingerprint: GeneratorData['fingerprint'],
): Promise<GeneratorData> => {
  const [laboratories, clients, settings, projects, users, samples, standards] = await Promise.all([
    readRows('demo/testing-units.jsonl', TestingUnit.extend(WithId)),
    readRows('demo/consigning-units.jsonl', ConsigningUnit.extend(WithId)),
    readRows('demo/settings.jsonl', Settings),
    readRows('demo/projects.jsonl', Project),
    readRows('demo/users.jsonl', User),
    readRows('reference/samples.jsonl', CatalogueSample.extend(WithId)),
    readRows('reference/standards.jsonl', CatalogueStandard.extend(WithId)),
  ]);
  const staffByUnit = new Map(users.flatMap((user) => (user.unitId === null ? [] : [[user.unitId, user] as const])));
  const newStaff = [
    ...laboratories
      .filter((unit) => !staffByUnit.has(unit.id))
      .map((unit) => employee(unit.id, 1, unit.unitNo, unit.testUnitName)),
    ...clients.filter((unit) => !staffByUnit.has(unit.id)).map((unit) => employee(unit.id, 2, unit.unitNo, unit.name)),
  ];
  for (const user of newStaff) staffByUnit.set(user.unitId, user);
  const registrationStep =
    ({ id: userId, ...registration }: (typeof newStaff)[number]) =>
    (store: EventStore, at: string) =>
      registerAccount(store, engines.vault, { id: userId, password: randomUUID(), registration }, at);
  await runImport(
    engines.eventStore,
    log,
    'generated-staff',
    async () => newStaff.map(registrationStep),
    new Date().toISOString(),
  );
  const staffOf = (unitId: string): Staff => {
    const user = staffByUnit.get(unitId);
    if (!user) throw new Error(`Unit ${unitId} has no staff.`);
    return {
      actor: { userId: user.id, role: user.roles[0] ?? '', unitId },
      name: user.profile.name,
      phone: user.profile.phone,
    };
  };
  const fileInfo = { name: '检测报告（示例）.pdf', contentType: 'application/pdf' };
  const { hash, size } = await engines.files.put(await readBytes('demo/report.pdf'), fileInfo);
  return {
    laboratories: laboratories.map((unit) => ({
      ...unit,
      settings: unitSettingsOf(settings.find((unitSettings) => unitSettings.id === unit.id)?.params ?? {}),
      staff: staffOf(unit.id),
    })),
    clients: clients.map((unit) => ({
      ...unit,
      projects: projects.filter(({ consignUnitId }) => consignUnitId === unit.id),
      staff: staffOf(unit.id),
    })),
    samples: samples.filter(({ parameters }) => parameters.some(({ deleted }) => !deleted)),
    standardsById: new Map(standards.map((standard) => [standard.id, standard])),
    file: { hash, size, name: fileInfo.name, mediaType: fileInfo.contentType },
    fingerprint,
  };
};

const employee = (unitId: string, unitType: UnitType, unitNo: string, unitName: string) => ({
  id: fixedId(`generated/staff/${unitNo}`),
  userName: `staff-${unitNo.toLowerCase()}`,
  profile: { name: unitType === 1 ? '检测员' : '委托员', phone: '', email: '' },
  roles: [unitType === 1 ? ROLE.lab : ROLE.client],
  unitId,
  unitType,
  unitName,
});

/** The numbering of a laboratory in one year, and its newest write. */
type Register = {
  stream: InMemoryStream<typeof numbering.events, NumberingCommand, Numbering>;
  lastWrite: Promise<void>;
};
type NumberRequest = { lab: Laboratory; consignmentId: string };

/** Assigns numbers to consignments, as a submission does. */
export class ConsignmentNumbers {
  private constructor(
    private readonly store: EventStore,
    private readonly registers: ReadonlyMap<string, Register>,
  ) {}

  /** Loads the numbering of these laboratories in these years from the log. */
  static async load(
    store: EventStore,
    laboratories: readonly Laboratory[],
    years: readonly number[],
  ): Promise<ConsignmentNumbers> {
    const ids = laboratories.flatMap((lab) => years.map((year) => numberingIdOf(lab.id, year)));
    const entries = ids.map(async (id) => {
      const { state, head } = await load(store, numbering, id);
      return [id, { stream: new InMemoryStream(numbering, id, state, head), lastWrite: Promise.resolve() }] as const;
    });
    return new ConsignmentNumbers(store, new Map(await Promise.all(entries)));
  }

  /**
   * Assigns a number to a consignment; `at` is UTC, ISO 8601. `write` resolves when its event is written.
   * @throws RangeError for a year that was not loaded
   */
  assign({ lab, consignmentId }: NumberRequest, at: string): { code: string; write: Promise<void> } {
    const year = yearInChina(at);
    const register = this.registers.get(numberingIdOf(lab.id, year));
    if (!register) throw new RangeError(`${lab.unitNo} gives no numbers in ${year}`);
    const commandId = fixedId(`number/${consignmentId}`);
    const pendingWrite = register.stream.decide(
      { type: 'TakeNumbers', takenFor: [consignmentId] },
      { by: SYSTEM_ACTOR, at, commandId, correlationId: commandId, imported: true },
    );
    register.lastWrite = register.lastWrite.then(() => pendingWrite.write(this.store));
    return {
      code: consignCodeOf(lab.unitNo, year, numberOfHolder(register.stream.state, consignmentId) ?? 0),
      write: register.lastWrite,
    };
  }
}

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { unitSettingsOf, type StandardsById, type UnitSettings } from '#domain';
import type { Files, Vault } from '#engines';
import {
  CatalogueSample,
  CatalogueStandard,
  ConsigningUnit,
  projectEvents,
  ROLE,
  settingsEvents,
  TestingUnit,
  userEvents,
  type Actor,
  type EventStore,
  type ReportFile,
} from '#events';
import { readBytes, readRows } from '../import/data-files.js';
import { registerAccount } from '../import/register-account.js';
import { fixedId, runImport, type ImportLog } from '../import/run-import.js';

const id = z.guid();
const WithId = { id };
const Project = projectEvents.ProjectAdded.schema.extend(WithId);
const Settings = settingsEvents.UnitSettingsChanged.schema.extend(WithId);
const User = userEvents.UserRegistered.schema.extend(WithId);

type Staff = { actor: Actor; name: string; phone: string };
export type Laboratory = TestingUnit & { id: string; settings: UnitSettings; staff: Staff };
export type Client = ConsigningUnit & { id: string; projects: readonly z.infer<typeof Project>[]; staff: Staff };
export type Catalogued = CatalogueSample & { id: string };

/** Who takes part in generated histories, and what they choose from: the units, projects and catalogue of the demo data. */
export type Cast = {
  laboratories: readonly Laboratory[];
  clients: readonly Client[];
  samples: readonly Catalogued[];
  standardsById: StandardsById;
  /** One file that all reports, bills and attachments name. */
  paper: ReportFile;
  /** What keeps report numbers apart in the log without showing them. */
  fingerprint(value: string): string;
};

type CastEngines = { eventStore: EventStore; vault: Vault; files: Files };

/** Reads the demo data, registers somebody for each unit that has nobody (they cannot sign in), and stores the one file. */
export const gatherCast = async (
  engines: CastEngines,
  log: ImportLog,
  fingerprint: Cast['fingerprint'],
): Promise<Cast> => {
  const [laboratories, clients, settings, projects, users, samples, standards] = await Promise.all([
    readRows('demo/testing-units.jsonl', TestingUnit.extend(WithId)),
    readRows('demo/consigning-units.jsonl', ConsigningUnit.extend(WithId)),
    readRows('demo/settings.jsonl', Settings),
    readRows('demo/projects.jsonl', Project),
    readRows('demo/users.jsonl', User),
    readRows('reference/samples.jsonl', CatalogueSample.extend(WithId)),
    readRows('reference/standards.jsonl', CatalogueStandard.extend(WithId)),
  ]);
  const staff = new Map(users.flatMap((user) => (user.unitId === null ? [] : [[user.unitId, user] as const])));
  const added = [
    ...laboratories
      .filter((unit) => !staff.has(unit.id))
      .map((unit) => employee(unit.id, 1, unit.unitNo, unit.testUnitName)),
    ...clients.filter((unit) => !staff.has(unit.id)).map((unit) => employee(unit.id, 2, unit.unitNo, unit.name)),
  ];
  for (const user of added) staff.set(user.unitId, user);
  const register =
    ({ id: userId, ...registration }: (typeof added)[number]) =>
    (store: EventStore, at: string) =>
      registerAccount(store, engines.vault, { id: userId, password: randomUUID(), registration }, at);
  await runImport(
    engines.eventStore,
    log,
    'generated-staff',
    async () => added.map(register),
    new Date().toISOString(),
  );
  const staffOf = (unitId: string): Staff => {
    const user = staff.get(unitId);
    if (!user) throw new Error(`Unit ${unitId} has no staff.`);
    return {
      actor: { userId: user.id, role: user.roles[0] ?? '', unitId },
      name: user.profile.name,
      phone: user.profile.phone,
    };
  };
  const paper = { name: '检测报告（示例）.pdf', contentType: 'application/pdf' };
  const { hash, size } = await engines.files.put(await readBytes('demo/report.pdf'), paper);
  return {
    laboratories: laboratories.map((unit) => ({
      ...unit,
      settings: unitSettingsOf(settings.find((each) => each.id === unit.id)?.params ?? {}),
      staff: staffOf(unit.id),
    })),
    clients: clients.map((unit) => ({
      ...unit,
      projects: projects.filter(({ consignUnitId }) => consignUnitId === unit.id),
      staff: staffOf(unit.id),
    })),
    samples: samples.filter(({ parameters }) => parameters.some(({ deleted }) => !deleted)),
    standardsById: new Map(standards.map((standard) => [standard.id, standard])),
    paper: { hash, size, name: paper.name, mediaType: paper.contentType },
    fingerprint,
  };
};

const employee = (unitId: string, unitType: 1 | 2, unitNo: string, unitName: string) => ({
  id: fixedId(`generated/staff/${unitNo}`),
  userName: `staff-${unitNo.toLowerCase()}`,
  profile: { name: unitType === 1 ? '检测员' : '委托员', phone: '', email: '' },
  roles: [unitType === 1 ? ROLE.lab : ROLE.client],
  unitId,
  unitType,
  unitName,
});

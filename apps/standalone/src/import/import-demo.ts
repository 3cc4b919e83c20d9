import { z } from 'zod';
import { consigningUnit, project, settings, testingUnit } from '#domain';
import type { Vault } from '#engines';
import { ConsigningUnit, projectEvents, settingsEvents, TestingUnit, userEvents } from '#events';
import { readRows } from './data-files.js';
import { registerAccount } from './register-account.js';
import { type ImportEngines, type ImportLog, type ImportStep, importStep, runImport } from './run-import.js';

export const DEMO_PASSWORD = 'Consign-2026!';

/** Who may sign in to a demo installation; the people are in data/demo/users.jsonl. */
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

/** Testing and consigning units with their settings and projects, and the demo accounts. Never in production (ADR-043). */
export const importDemo = (engines: ImportEngines, log: ImportLog, { now = new Date() } = {}): Promise<number> =>
  runImport(engines.eventStore, log, 'demo', () => demoSteps(engines.vault), now.toISOString());

const demoSteps = async (vault: Vault): Promise<ImportStep[]> => [
  ...(await readRows('demo/testing-units.jsonl', TestingUnit.extend({ id }))).map(({ id: unitId, ...unit }) =>
    importStep(testingUnit, unitId, { type: 'RegisterTestingUnit', unit }),
  ),
  ...(await readRows('demo/consigning-units.jsonl', ConsigningUnit.extend({ id }))).map(({ id: unitId, ...unit }) =>
    importStep(consigningUnit, unitId, { type: 'RegisterConsigningUnit', unit }),
  ),
  ...(await readRows('demo/settings.jsonl', Settings)).map(({ id: unitId, ...given }) =>
    importStep(settings, unitId, { type: 'ChangeUnitSettings', ...given, reason: '演示数据' }),
  ),
  ...(await readRows('demo/projects.jsonl', Project)).map(({ id: projectId, ...added }) =>
    importStep(project, projectId, { type: 'AddProject', project: added }),
  ),
  ...(await readRows('demo/users.jsonl', User)).map(
    ({ id: userId, ...registration }): ImportStep =>
      (store, at) =>
        registerAccount(store, vault, { id: userId, password: DEMO_PASSWORD, registration }, at),
  ),
];

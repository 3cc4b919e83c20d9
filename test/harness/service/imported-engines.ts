import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { allProjections } from '#domain/views';
import { copyInMemory, openEmbeddedEngines, type Engines } from '#engines';
import type { Position } from '#events';
import { createProjector } from '../../../apps/projector/src/projector.js';
import { importDemo } from '../../../apps/standalone/src/import/import-demo.js';
import { importReference } from '../../../apps/standalone/src/import/import-reference.js';

type Imported = { demo: boolean; logger: Logger };

/** References keep the engines open: data in memory is lost with its last connection. */
type Original = { name: string; engines: Engines };

/**
 * Imported engines in memory, with and without demo data. They are stored in the process, because this file is loaded
 * again for each spec.
 */
const theProcess = globalThis as typeof globalThis & { importedInMemory?: Map<boolean, Promise<Original>> };
const inMemory = (theProcess.importedInMemory ??= new Map());

/** Engines in a folder with reference and demo data. */
export const importInto = async (dataDir: string, what: Imported): Promise<Engines> =>
  withImports(await openEmbeddedEngines(dataDir), what);

/** Engines with reference and demo data. */
export const withImports = async (engines: Engines, { demo, logger }: Imported): Promise<Engines> => {
  await importReference(engines, logger);
  if (demo) await importDemo(engines, logger);
  return engines;
};

/** The same in memory, with filled views: imported once per process and copied for each caller. */
export const importedEngines = async (what: Imported): Promise<Engines> => {
  const original = inMemory.get(what.demo) ?? importedOnce(what);
  inMemory.set(what.demo, original);
  const copy = newName();
  const letGo = await copyInMemory((await original).name, copy);
  const engines = await openEmbeddedEngines(copy);
  letGo();
  return engines;
};

const importedOnce = async (what: Imported): Promise<Original> => {
  const name = newName();
  const engines = await importInto(name, what);
  const projector = createProjector({ engines, projections: allProjections, logger: what.logger });
  await waitForAllViews(engines);
  await projector.stop();
  return { name, engines };
};

const newName = (): string => `:memory:${randomUUID()}`;

/** Waits until every view shows the newest event. Returns its position. */
export const waitForAllViews = async ({ eventStore, views }: Engines): Promise<Position | null> => {
  const last = await eventStore.lastPosition();
  const reached = await Promise.all(allProjections.map((view) => views.waitFor(view, last, 60_000)));
  if (reached.includes(false)) throw new Error('The views did not catch up within a minute');
  return last;
};

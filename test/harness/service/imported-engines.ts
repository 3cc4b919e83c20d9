import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { allProjections } from '#domain/views';
import { copyInMemory, openEmbeddedEngines, type Engines } from '#engines';
import type { Position } from '#events';
import { createProjector } from '../../../apps/projector/src/projector.js';
import { importDemo } from '../../../apps/standalone/src/import/import-demo.js';
import { importReference } from '../../../apps/standalone/src/import/import-reference.js';

type ImportOptions = { demo: boolean; logger: Logger };

/** References keep the engines open: data in memory is lost with its last connection. */
type OriginalEngines = { name: string; engines: Engines };

/**
 * Imported engines in memory, with and without demo data. They are stored in the process, because this file is loaded
 * again for each spec.
 */
const processGlobals = globalThis as typeof globalThis & { importedInMemory?: Map<boolean, Promise<OriginalEngines>> };
const originals = (processGlobals.importedInMemory ??= new Map());

/** Engines in a folder with reference and demo data. */
export const importInto = async (dataDir: string, options: ImportOptions): Promise<Engines> =>
  importData(await openEmbeddedEngines(dataDir), options);

/** Engines with reference and demo data. */
export const importData = async (engines: Engines, { demo, logger }: ImportOptions): Promise<Engines> => {
  await importReference(engines, logger);
  if (demo) await importDemo(engines, logger);
  return engines;
};

/** The same in memory, with filled views: imported once per process and copied for each caller. */
export const importedEngines = async (options: ImportOptions): Promise<Engines> => {
  const original = originals.get(options.demo) ?? importOriginal(options);
  originals.set(options.demo, original);
  const copy = newName();
  const releaseCopy = await copyInMemory((await original).name, copy);
  const engines = await openEmbeddedEngines(copy);
  releaseCopy();
  return engines;
};

const importOriginal = async (options: ImportOptions): Promise<OriginalEngines> => {
  const name = newName();
  const engines = await importInto(name, options);
  const projector = createProjector({ engines, projections: allProjections, logger: options.logger });
  await waitForAllViews(engines);
  await projector.stop();
  return { name, engines };
};

const newName = (): string => `:memory:${randomUUID()}`;

/** Waits until every view shows the newest event. Returns its position. */
export const waitForAllViews = async ({ eventStore, views }: Engines): Promise<Position | null> => {
  const newestPosition = await eventStore.lastPosition();
  const waitResults = await Promise.all(allProjections.map((view) => views.waitFor(view, newestPosition, 60_000)));
  if (waitResults.includes(false)) throw new Error('The views did not catch up within a minute');
  return newestPosition;
};

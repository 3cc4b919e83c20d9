import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { catalogueCategory, cataloguePack, catalogueSample, catalogueStandard } from '#domain/catalogue';
import { handle, load } from '#domain/event-sourcing';
import { reference } from '#domain/reference';
import {
  AccessoryType,
  CatalogueCategory,
  CataloguePack,
  CatalogueSample,
  CatalogueStandard,
  type EventStore,
  type ReferenceEvent,
  referenceEvents,
} from '#events';
import {
  fixedId,
  importContext,
  type ImportEngines,
  type ImportLog,
  type ImportStep,
  importStep,
  runImport,
} from './run-import.js';

/**
 * The folder `data/` of the project. It is searched upwards, because the compiled file is one folder deeper than the
 * source.
 */
const dataFolder = (): string => {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const data = join(folder, 'data');
    if (existsSync(join(data, 'reference', 'samples.jsonl'))) return data;
    if (folder === dirname(folder)) throw new Error('The folder "data" of the project is missing.');
  }
};

/**
 * Rows of a JSON Lines file below `data/`, validated with their schema.
 * @throws Error that names file and line of the first invalid row
 */
export const readRows = async <Schema extends z.ZodType>(name: string, schema: Schema): Promise<z.infer<Schema>[]> => {
  const text = await readFile(join(dataFolder(), name), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line, index) => {
      const row = schema.safeParse(JSON.parse(line));
      if (!row.success) throw new Error(`${name} line ${index + 1}: ${row.error.message}`);
      return row.data;
    });
};

/** The content of a file below `data/`. */
export const readBytes = (name: string): Promise<Uint8Array> => readFile(join(dataFolder(), name));

const AREAS_ID = 'areas';

/** The areas of the country in the data of a release. */
type ReleasedAreas = Required<Extract<ReferenceEvent, { type: 'AreasListed' }>['data']>;

/**
 * Records the areas of this release if they are newer than those of the installation, because users cannot change areas
 * on the platform. An older release that starts beside or after a newer one does not replace the newer list. The id of
 * the request is derived from the list that it replaces, so that several processes that start at the same time record
 * it once.
 * @returns the number of recorded lists: 0 if the installation has these areas or newer ones
 */
export const renewAreas = async (
  store: EventStore,
  log: ImportLog,
  releasedAreas: ReleasedAreas,
  at: string,
): Promise<number> => {
  const { head } = await load(store, reference, AREAS_ID);
  const context = {
    ...importContext(`reference-${AREAS_ID}`, at),
    commandId: fixedId(`reference-${AREAS_ID} ${releasedAreas.version} after ${head.revision}`),
  };
  const fact: ReferenceEvent = { type: 'AreasListed', data: releasedAreas };
  const { appended } = await handle(
    store,
    reference,
    AREAS_ID,
    async (currentList) => ({
      type: 'List' as const,
      fact: currentList && versionOf(currentList) >= releasedAreas.version ? currentList : fact,
    }),
    context,
  );
  if (appended > 0) log.info({ areas: releasedAreas.areas.length, version: releasedAreas.version }, 'areas renewed');
  return appended;
};

const versionOf = (event: ReferenceEvent): number => (event.type === 'AreasListed' ? (event.data.version ?? 0) : 0);

const id = z.guid();
const Dictionary = referenceEvents.DictionaryListed.schema;
const Qualification = referenceEvents.QualificationsListed.schema.shape.qualifications.element;
const Area = referenceEvents.AreasListed.schema.shape.areas.element;
const AreasVersion = z.object({ version: z.number().int().positive() });
const ExtraField = referenceEvents.ExtraFieldsListed.schema.shape.fields.element;

/**
 * Imports what every installation needs, including production: dictionaries and enumerations, areas, qualifications,
 * extra fields, kinds of attachments, and the catalogue. After that the installation maintains all of it itself, except
 * the areas, which are renewed if the data has newer ones.
 * @returns the number of written entries
 */
export const importReference = async (
  engines: ImportEngines,
  log: ImportLog,
  { now = new Date() } = {},
): Promise<number> => {
  const importedCount = await runImport(
    engines.eventStore,
    log,
    'reference',
    async () => [...(await listSteps()), ...(await catalogueSteps())],
    now.toISOString(),
  );
  return importedCount > 0 ? importedCount : renewAreas(engines.eventStore, log, await readAreas(), now.toISOString());
};

/** The areas with their version, which scripts/areas.mjs increases with every new list. */
const readAreas = async (): Promise<ReleasedAreas> => {
  const [rows, [areasVersion]] = await Promise.all([
    readRows('reference/areas.jsonl', Area),
    readRows('reference/areas-version.jsonl', AreasVersion),
  ]);
  if (!areasVersion) throw new Error('reference/areas-version.jsonl is empty.');
  return { areas: rows, version: areasVersion.version };
};

const listSteps = async (): Promise<ImportStep[]> => {
  const dictionaries = await readRows('reference/dictionaries.jsonl', Dictionary);
  return [
    ...dictionaries.map((data) => listStep(data.name, { type: 'DictionaryListed', data })),
    listStep('qualifications', {
      type: 'QualificationsListed',
      data: { qualifications: await readRows('reference/qualifications.jsonl', Qualification) },
    }),
    listStep('areas', { type: 'AreasListed', data: await readAreas() }),
    listStep('extraFields', {
      type: 'ExtraFieldsListed',
      data: { fields: await readRows('reference/extra-fields.jsonl', ExtraField) },
    }),
    listStep('accessoryTypes', {
      type: 'AccessoryTypesListed',
      data: { accessoryTypes: await readRows('reference/accessory-types.jsonl', AccessoryType.extend({ id })) },
    }),
  ];
};

const listStep = (name: string, fact: ReferenceEvent): ImportStep =>
  importStep(reference, name, { type: 'List', fact });

const catalogueSteps = async (): Promise<ImportStep[]> => {
  const categories = await readRows('reference/categories.jsonl', CatalogueCategory.extend({ id }));
  const samples = await readRows('reference/samples.jsonl', CatalogueSample.extend({ id }));
  const standards = await readRows('reference/standards.jsonl', CatalogueStandard.extend({ id }));
  const packs = await readRows('reference/packs.jsonl', CataloguePack.extend({ id }));
  return [
    ...categories.map(({ id: rowId, ...category }) =>
      importStep(catalogueCategory, rowId, { type: 'List', fact: { type: 'CategoryListed', data: { category } } }),
    ),
    ...samples.map(({ id: rowId, ...sample }) =>
      importStep(catalogueSample, rowId, { type: 'List', fact: { type: 'SampleListed', data: { sample } } }),
    ),
    ...standards.map(({ id: rowId, ...standard }) =>
      importStep(catalogueStandard, rowId, { type: 'List', fact: { type: 'StandardListed', data: { standard } } }),
    ),
    ...packs.map(({ id: rowId, ...pack }) =>
      importStep(cataloguePack, rowId, { type: 'List', fact: { type: 'PackListed', data: { pack } } }),
    ),
  ];
};

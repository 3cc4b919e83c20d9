import { z } from 'zod';
import { catalogueCategory, cataloguePack, catalogueSample, catalogueStandard, reference } from '#domain';
import {
  AccessoryType,
  CatalogueCategory,
  CataloguePack,
  CatalogueSample,
  CatalogueStandard,
  type ReferenceEvent,
  referenceEvents,
} from '#events';
import { readRows } from './data-files.js';
import { type ReleasedAreas, renewAreas } from './renew-areas.js';
import { type ImportEngines, type ImportLog, type ImportStep, importStep, runImport } from './run-import.js';

const id = z.guid();
const Dictionary = referenceEvents.DictionaryListed.schema;
const Qualification = referenceEvents.QualificationsListed.schema.shape.qualifications.element;
const Area = referenceEvents.AreasListed.schema.shape.areas.element;
const AreasVersion = z.object({ version: z.number().int().positive() });
const ExtraField = referenceEvents.ExtraFieldsListed.schema.shape.fields.element;

/**
 * What every installation needs, production too: dictionaries and enumerations, areas, qualifications, extra fields, kinds of attachments, and
 * the catalogue. All of it belongs to the installation once it is there, but the areas: those are renewed when the data have newer ones.
 * @returns the number of things written.
 */
export const importReference = async (
  engines: ImportEngines,
  log: ImportLog,
  { now = new Date() } = {},
): Promise<number> => {
  const written = await runImport(
    engines.eventStore,
    log,
    'reference',
    async () => [...(await lists()), ...(await catalogue())],
    now.toISOString(),
  );
  return written > 0 ? written : renewAreas(engines.eventStore, log, await areas(), now.toISOString());
};

/** With the version that scripts/areas.mjs raises whenever it writes another list. */
const areas = async (): Promise<ReleasedAreas> => {
  const [rows, [newest]] = await Promise.all([
    readRows('reference/areas.jsonl', Area),
    readRows('reference/areas-version.jsonl', AreasVersion),
  ]);
  if (!newest) throw new Error('reference/areas-version.jsonl is empty.');
  return { areas: rows, version: newest.version };
};

const lists = async (): Promise<ImportStep[]> => {
  const dictionaries = await readRows('reference/dictionaries.jsonl', Dictionary);
  return [
    ...dictionaries.map((data) => list(data.name, { type: 'DictionaryListed', data })),
    list('qualifications', {
      type: 'QualificationsListed',
      data: { qualifications: await readRows('reference/qualifications.jsonl', Qualification) },
    }),
    list('areas', { type: 'AreasListed', data: await areas() }),
    list('extraFields', {
      type: 'ExtraFieldsListed',
      data: { fields: await readRows('reference/extra-fields.jsonl', ExtraField) },
    }),
    list('accessoryTypes', {
      type: 'AccessoryTypesListed',
      data: { accessoryTypes: await readRows('reference/accessory-types.jsonl', AccessoryType.extend({ id })) },
    }),
  ];
};

const list = (name: string, fact: ReferenceEvent): ImportStep => importStep(reference, name, { type: 'List', fact });

const catalogue = async (): Promise<ImportStep[]> => {
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

import { CatalogueCategory, catalogueEvents, CataloguePack, CatalogueSample, CatalogueStandard, decode, idOfStream, type RecordedEvent } from '#events';
import type { Projection } from '../projection.js';

export type CategoryRow = CatalogueCategory & { id: string };
export type CatalogueSampleRow = CatalogueSample & { id: string };
export type StandardRow = CatalogueStandard & { id: string };
export type PackRow = CataloguePack & { id: string };

const idsOf = (event: RecordedEvent) => [idOfStream(event.stream)];

/** What the catalogue event says; null for one of another kind, which `types` keeps away. */
const listed = (event: RecordedEvent) => decode(catalogueEvents, event);

export const catalogueCategories: Projection<CategoryRow> = {
  name: 'catalogueCategories',
  version: 1,
  types: ['CategoryListed'],
  idsOf,
  project(row, event, id) {
    const { type, data } = listed(event);
    return type === 'CategoryListed' ? { ...data.category, id } : row;
  },
  view: { columns: { isLocaleItem: { type: 'integer', of: (row) => row.isLocaleItem }, orderNum: { type: 'integer', of: (row) => row.orderNum } }, search: null, indexes: [] },
};

/** The whole of a sample with its parameters: up to 60 kB a row, so ask for one, and for the tree use catalogueLeaves. */
export const catalogueSamples: Projection<CatalogueSampleRow> = {
  name: 'catalogueSamples',
  version: 1,
  types: ['SampleListed'],
  idsOf,
  project(row, event, id) {
    const { type, data } = listed(event);
    return type === 'SampleListed' ? { ...data.sample, id } : row;
  },
  view: {
    columns: { categoryId: { type: 'text', of: (row) => row.categoryId }, sampleCode: { type: 'text', of: (row) => row.sampleCode }, orderNum: { type: 'integer', of: (row) => row.orderNum } },
    search: (row) => row.name,
    indexes: [['categoryId', 'orderNum']],
  },
};

/** A sample as a leaf of the tree: what browsing needs of all of them at once. */
export type CatalogueLeafRow = Pick<CatalogueSampleRow, 'id' | 'name' | 'sampleCode' | 'categoryId' | 'bigCategoryId' | 'sampleNameLink' | 'isLocaleItem' | 'orderNum' | 'isMixDesign'>;

export const catalogueLeaves: Projection<CatalogueLeafRow> = {
  name: 'catalogueLeaves',
  version: 1,
  types: ['SampleListed'],
  idsOf,
  project(row, event, id) {
    const { type, data } = listed(event);
    if (type !== 'SampleListed') return row;
    const { name, sampleCode, categoryId, bigCategoryId, sampleNameLink, isLocaleItem, orderNum, isMixDesign } = data.sample;
    return { id, name, sampleCode, categoryId, bigCategoryId, sampleNameLink, isLocaleItem, orderNum, isMixDesign };
  },
  view: {
    columns: {
      categoryId: { type: 'text', of: (row) => row.categoryId },
      bigCategoryId: { type: 'text', of: (row) => row.bigCategoryId },
      isLocaleItem: { type: 'integer', of: (row) => row.isLocaleItem },
      orderNum: { type: 'integer', of: (row) => row.orderNum },
    },
    search: (row) => row.name,
    indexes: [['categoryId', 'orderNum'], ['isLocaleItem', 'orderNum']],
  },
};

export const catalogueStandards: Projection<StandardRow> = {
  name: 'catalogueStandards',
  version: 1,
  types: ['StandardListed'],
  idsOf,
  project(row, event, id) {
    const { type, data } = listed(event);
    return type === 'StandardListed' ? { ...data.standard, id } : row;
  },
  view: {
    columns: { publishCode: { type: 'text', of: (row) => row.publishCode }, type: { type: 'integer', of: (row) => row.type }, expireDate: { type: 'text', of: (row) => row.expireDate } },
    search: (row) => `${row.standardName}\n${row.publishCode}`,
    indexes: [['publishCode']],
  },
};

export const cataloguePacks: Projection<PackRow> = {
  name: 'cataloguePacks',
  version: 1,
  types: ['PackListed'],
  idsOf,
  project(row, event, id) {
    const { type, data } = listed(event);
    return type === 'PackListed' ? { ...data.pack, id } : row;
  },
  view: {
    columns: { sampleId: { type: 'text', of: (row) => row.sampleId }, exposed: { type: 'integer', of: (row) => Number(row.exposed) }, orderNum: { type: 'integer', of: (row) => row.orderNum } },
    search: null,
    indexes: [['sampleId', 'orderNum']],
  },
};

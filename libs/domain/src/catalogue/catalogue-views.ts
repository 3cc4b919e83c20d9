import {
  CatalogueCategory,
  catalogueEvents,
  CataloguePack,
  CatalogueSample,
  CatalogueStandard,
  decode,
  idOfStream,
  type RecordedEvent,
} from '#events';
import type { Projection } from '../event-sourcing/projection.js';
import { toCatalogueLeaf, type CatalogueLeafRow } from './catalogue.js';

export type CategoryRow = CatalogueCategory & { id: string };
export type CatalogueSampleRow = CatalogueSample & { id: string };
export type StandardRow = CatalogueStandard & { id: string };
export type PackRow = CataloguePack & { id: string };

const idsOf = (event: RecordedEvent) => [idOfStream(event.stream)];

/** Decodes a catalogue event. @throws Error for an event of another kind, which `types` excludes */
const decodeEvent = (event: RecordedEvent) => decode(catalogueEvents, event);

export const catalogueCategories: Projection<CategoryRow> = {
  name: 'catalogueCategories',
  version: 2,
  types: ['CategoryListed', 'CategoryWithdrawn'],
  idsOf,
  project(row, event, id) {
    const { type, data } = decodeEvent(event);
    if (type === 'CategoryWithdrawn') return null;
    return type === 'CategoryListed' ? { ...data.category, id } : row;
  },
  view: {
    columns: {
      isLocaleItem: { type: 'integer', of: (row) => row.isLocaleItem },
      orderNum: { type: 'integer', of: (row) => row.orderNum },
    },
    search: null,
    indexes: [],
  },
};

/** Complete samples with their parameters, up to 60 kB a row. Read single rows; use catalogueLeaves for the tree. */
export const catalogueSamples: Projection<CatalogueSampleRow> = {
  name: 'catalogueSamples',
  version: 4,
  types: ['SampleListed', 'SampleWithdrawn'],
  idsOf,
  project(row, event, id) {
    const { type, data } = decodeEvent(event);
    if (type === 'SampleWithdrawn') return null;
    return type === 'SampleListed' ? { ...data.sample, id } : row;
  },
  view: {
    columns: {
      categoryId: { type: 'text', of: (row) => row.categoryId },
      sampleCode: { type: 'text', of: (row) => row.sampleCode },
      orderNum: { type: 'integer', of: (row) => row.orderNum },
    },
    search: (row) => row.name,
    indexes: [['categoryId', 'orderNum']],
  },
};

export const catalogueLeaves: Projection<CatalogueLeafRow> = {
  name: 'catalogueLeaves',
  version: 4,
  types: ['SampleListed', 'SampleWithdrawn'],
  idsOf,
  project(row, event, id) {
    const { type, data } = decodeEvent(event);
    if (type === 'SampleWithdrawn') return null;
    return type === 'SampleListed' ? toCatalogueLeaf(id, data.sample) : row;
  },
  view: {
    columns: {
      categoryId: { type: 'text', of: (row) => row.categoryId },
      bigCategoryId: { type: 'text', of: (row) => row.bigCategoryId },
      isLocaleItem: { type: 'integer', of: (row) => row.isLocaleItem },
      orderNum: { type: 'integer', of: (row) => row.orderNum },
    },
    search: (row) => row.name,
    indexes: [
      ['categoryId', 'orderNum'],
      ['isLocaleItem', 'orderNum'],
    ],
  },
};

export const catalogueStandards: Projection<StandardRow> = {
  name: 'catalogueStandards',
  version: 4,
  types: ['StandardListed', 'StandardWithdrawn'],
  idsOf,
  project(row, event, id) {
    const { type, data } = decodeEvent(event);
    if (type === 'StandardWithdrawn') return null;
    return type === 'StandardListed' ? { ...data.standard, id } : row;
  },
  view: {
    columns: {
      publishCode: { type: 'text', of: (row) => row.publishCode },
      type: { type: 'integer', of: (row) => row.type },
      expireDate: { type: 'text', of: (row) => row.expireDate },
    },
    search: (row) => `${row.standardName}\n${row.publishCode}`,
    indexes: [['publishCode']],
  },
};

export const cataloguePacks: Projection<PackRow> = {
  name: 'cataloguePacks',
  version: 2,
  types: ['PackListed', 'PackWithdrawn'],
  idsOf,
  project(row, event, id) {
    const { type, data } = decodeEvent(event);
    if (type === 'PackWithdrawn') return null;
    return type === 'PackListed' ? { ...data.pack, id } : row;
  },
  view: {
    columns: {
      sampleId: { type: 'text', of: (row) => row.sampleId },
      exposed: { type: 'integer', of: (row) => Number(row.exposed) },
      orderNum: { type: 'integer', of: (row) => row.orderNum },
    },
    search: null,
    indexes: [['sampleId', 'orderNum']],
  },
};

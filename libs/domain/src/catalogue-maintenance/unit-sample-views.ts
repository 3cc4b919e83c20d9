import { type CatalogueSample, decode, type RecordedEvent, unitSampleEvents } from '#events';
import { leafOf, type CatalogueLeafRow } from '../catalogue/catalogue-leaf.js';
import type { CatalogueSampleRow } from '../catalogue/catalogue-views.js';
import { type AuditTrail, trailAfter, trailFrom } from '../changes/audit-trail.js';
import type { Projection } from '../projection.js';
import { dashedId } from '../rules/same-id.js';

/** Under which id both views hold a testing unit's copy of a sample; ids of either spelling. */
export const unitSampleKey = (testUnitId: string, sampleId: string): string => `${dashedId(testUnitId)}/${dashedId(sampleId)}`;

/** A unit's copy of a sample: where there is one, it holds for the unit in place of the template's; `withdrawn`: the unit does not offer the sample. */
export type UnitSampleRow = AuditTrail & { id: string; testUnitId: string; sampleId: string; sample: CatalogueSample; withdrawn: boolean };

const told = (event: RecordedEvent) => decode(unitSampleEvents, event);
const idsOf = (event: RecordedEvent) => {
  const { testUnitId, sampleId } = told(event).data;
  return [unitSampleKey(testUnitId, sampleId)];
};

/** Copies whole, up to 60 kB a row: ask for one, and for the tree use unitLeaves. */
export const unitSamples: Projection<UnitSampleRow> = {
  name: 'unitSamples',
  version: 1,
  types: Object.keys(unitSampleEvents),
  idsOf,
  project(row, event, id) {
    const { type, data } = told(event);
    switch (type) {
      case 'UnitSampleKept':
        return { ...(row ?? trailFrom(event)), ...trailAfter(event), id, testUnitId: data.testUnitId, sampleId: data.sampleId, sample: data.sample, withdrawn: false };
      case 'UnitSampleWithdrawn':
        return row && { ...row, ...trailAfter(event), withdrawn: true };
      case 'UnitSampleReset':
        return null;
    }
  },
  view: {
    columns: { testUnitId: { type: 'text', of: (row) => row.testUnitId }, sampleId: { type: 'text', of: (row) => row.sampleId } },
    search: null,
    indexes: [['testUnitId', 'sampleId']],
  },
};

/** A unit's copy as a leaf of its tree; `sampleId` is what the tree calls it. */
export type UnitLeafRow = CatalogueLeafRow & { testUnitId: string; sampleId: string; withdrawn: boolean };

export const unitLeaves: Projection<UnitLeafRow> = {
  name: 'unitLeaves',
  version: 1,
  types: Object.keys(unitSampleEvents),
  idsOf,
  project(row, event, id) {
    const { type, data } = told(event);
    switch (type) {
      case 'UnitSampleKept':
        return { ...leafOf(id, data.sample), testUnitId: data.testUnitId, sampleId: data.sampleId, withdrawn: false };
      case 'UnitSampleWithdrawn':
        return row && { ...row, withdrawn: true };
      case 'UnitSampleReset':
        return null;
    }
  },
  view: { columns: { testUnitId: { type: 'text', of: (row) => row.testUnitId } }, search: null, indexes: [['testUnitId']] },
};

/** The sample as it holds for a unit: its copy, else the template; null where the unit does not offer it. One of its own has no template. */
export const sampleHeldBy = (copy: Pick<UnitSampleRow, 'sampleId' | 'sample' | 'withdrawn'> | null, template: CatalogueSampleRow | null): CatalogueSampleRow | null =>
  copy ? (copy.withdrawn ? null : { ...copy.sample, id: copy.sampleId }) : template;

/** The leaves of a unit's tree: the template's but for those it keeps itself, and its own. */
export const leavesHeldBy = (copies: readonly UnitLeafRow[], template: readonly CatalogueLeafRow[]): CatalogueLeafRow[] => {
  const kept = new Set(copies.map(({ sampleId }) => sampleId));
  return [...template.filter(({ id }) => !kept.has(id)), ...copies.filter(({ withdrawn }) => !withdrawn).map(({ testUnitId: _, withdrawn: __, sampleId, ...leaf }) => ({ ...leaf, id: sampleId }))];
};

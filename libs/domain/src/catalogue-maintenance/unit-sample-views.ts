import { type CatalogueSample, decode, type RecordedEvent, unitSampleEvents } from '#events';
import { leafOf, type CatalogueLeafRow } from '../catalogue/catalogue-leaf.js';
import type { CatalogueSampleRow } from '../catalogue/catalogue-views.js';
import { type AuditTrail, trailAfter, trailFrom } from '../changes/audit-trail.js';
import type { Projection } from '../projection.js';
import { dashedId } from '../rules/same-id.js';

/** Under which id both views hold a testing unit's copy of a sample; ids of either spelling. */
export const unitSampleKey = (testUnitId: string, sampleId: string): string =>
  `${dashedId(testUnitId)}/${dashedId(sampleId)}`;

/** A unit's copy of a sample: where there is one, it holds for the unit in place of the template's; `withdrawn`: the unit does not offer the sample. */
export type UnitSampleRow = AuditTrail & {
  id: string;
  testUnitId: string;
  sampleId: string;
  sample: CatalogueSample;
  withdrawn: boolean;
};

const told = (event: RecordedEvent) => decode(unitSampleEvents, event);
const idsOf = (event: RecordedEvent) => {
  const { testUnitId, sampleId } = told(event).data;
  return [unitSampleKey(testUnitId, sampleId)];
};

type Kept = Extract<ReturnType<typeof told>, { type: 'UnitSampleKept' }>['data'];

/** Both views follow a copy alike: as it is kept, not offered once it is withdrawn, gone when the template holds again. */
const following = <Row extends { withdrawn: boolean }>(
  kept: (data: Kept, id: string, row: Row | null, event: RecordedEvent) => Row,
  trail: (event: RecordedEvent) => Partial<Row> = () => ({}),
): Pick<Projection<Row>, 'types' | 'idsOf' | 'project'> => ({
  types: Object.keys(unitSampleEvents),
  idsOf,
  project(row, event, id) {
    const { type, data } = told(event);
    switch (type) {
      case 'UnitSampleKept':
        return kept(data, id, row, event);
      case 'UnitSampleWithdrawn':
        return row && { ...row, ...trail(event), withdrawn: true };
      case 'UnitSampleReset':
        return null;
    }
  },
});

/** Copies whole, up to 60 kB a row: ask for one, and for the tree use unitLeaves. */
export const unitSamples: Projection<UnitSampleRow> = {
  name: 'unitSamples',
  version: 1,
  ...following<UnitSampleRow>(
    ({ testUnitId, sampleId, sample }, id, row, event) => ({
      ...(row ?? trailFrom(event)),
      ...trailAfter(event),
      id,
      testUnitId,
      sampleId,
      sample,
      withdrawn: false,
    }),
    trailAfter,
  ),
  view: {
    columns: {
      testUnitId: { type: 'text', of: (row) => row.testUnitId },
      sampleId: { type: 'text', of: (row) => row.sampleId },
    },
    search: null,
    indexes: [['testUnitId', 'sampleId']],
  },
};

/** A unit's copy as a leaf of its tree; `sampleId` is what the tree calls it. */
export type UnitLeafRow = CatalogueLeafRow & { testUnitId: string; sampleId: string; withdrawn: boolean };

export const unitLeaves: Projection<UnitLeafRow> = {
  name: 'unitLeaves',
  version: 1,
  ...following<UnitLeafRow>(({ testUnitId, sampleId, sample }, id) => ({
    ...leafOf(id, sample),
    testUnitId,
    sampleId,
    withdrawn: false,
  })),
  view: {
    columns: { testUnitId: { type: 'text', of: (row) => row.testUnitId } },
    search: null,
    indexes: [['testUnitId']],
  },
};

/** The sample as it holds for a unit: its copy, else the template; null where the unit does not offer it. One of its own has no template. */
export const sampleHeldBy = (
  copy: Pick<UnitSampleRow, 'sampleId' | 'sample' | 'withdrawn'> | null,
  template: CatalogueSampleRow | null,
): CatalogueSampleRow | null => (copy ? (copy.withdrawn ? null : { ...copy.sample, id: copy.sampleId }) : template);

/** A leaf as one holder has it: the template's, the unit's copy of it, or a sample of the unit's own; `withdrawn` ones are not offered. */
export type HeldLeaf = CatalogueLeafRow & { origin: 'template' | 'copy' | 'own'; withdrawn: boolean };

/** All leaves of a unit, by its own copies where it has some, those that it does not offer too; without copies the template's. */
export const leavesHeldBy = (copies: readonly UnitLeafRow[], template: readonly CatalogueLeafRow[]): HeldLeaf[] => {
  const known = new Set(template.map(({ id }) => id));
  const kept = new Set(copies.map(({ sampleId }) => sampleId));
  return [
    ...template
      .filter(({ id }) => !kept.has(id))
      .map((leaf) => ({ ...leaf, origin: 'template' as const, withdrawn: false })),
    ...copies.map(({ sampleId, testUnitId: _, ...leaf }) => ({
      ...leaf,
      id: sampleId,
      origin: known.has(sampleId) ? ('copy' as const) : ('own' as const),
    })),
  ];
};

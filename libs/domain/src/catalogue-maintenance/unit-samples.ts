import { type CatalogueSample, decode, type RecordedEvent, type UnitSampleEvent, unitSampleEvents } from '#events';
import type { CatalogueSampleRow } from '../catalogue/catalogue-views.js';
import { type CatalogueLeafRow, toCatalogueLeaf } from '../catalogue/catalogue.js';
import { type AuditTrail, updateAuditTrail, createAuditTrail } from '../changes/changes.js';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { dashedId, isJsonEqual } from '../rules/equality.js';
import { problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { catalogueReasonProblems, catalogueSampleProblems } from './samples.js';

/** The testing unit and the sample of a copy. Both ids have dashes. */
export type UnitSampleKey = { testUnitId: string; sampleId: string };

export type UnitSampleCommand = { key: UnitSampleKey } &
  /**
   * `template` is the sample of the system template, null for a sample that the unit made itself. Saving the template's
   * content creates no copy.
   */
  (
    | { type: 'KeepUnitSample'; sample: CatalogueSample; template: CatalogueSample | null; reason?: string }
    /**
     * Copies the template, so that later changes of the template do not affect the unit. A sample that was not offered
     * is offered again.
     */
    | { type: 'ImportUnitSample'; template: CatalogueSample }
    | { type: 'WithdrawUnitSample'; template: CatalogueSample | null; reason: string }
    | { type: 'ResetUnitSample'; template: CatalogueSample | null; reason: string }
  );

/** null if the template applies. */
export type UnitSample = { sample: CatalogueSample; withdrawn: boolean } | null;

const decide = (command: UnitSampleCommand, copy: UnitSample): UnitSampleEvent[] => {
  const { key } = command;
  const toSavedEvent = (sample: CatalogueSample, reason?: string): UnitSampleEvent => ({
    type: 'UnitSampleKept',
    data: { ...key, sample, ...(reason ? { reason } : {}) },
  });
  switch (command.type) {
    case 'KeepUnitSample':
      if (copy?.withdrawn) throw new RuleBroken(problem('SAMPLE_NOT_OFFERED'));
      refuseIf(catalogueSampleProblems(command.sample));
      return isJsonEqual(command.sample, copy?.sample ?? command.template)
        ? []
        : [toSavedEvent(command.sample, command.reason?.trim())];
    case 'ImportUnitSample':
      return copy && !copy.withdrawn ? [] : [toSavedEvent(command.template)];
    case 'WithdrawUnitSample': {
      refuseIf(catalogueReasonProblems(command.reason));
      if (copy?.withdrawn) return [];
      const sample = copy?.sample ?? command.template;
      if (!sample) throw new RuleBroken(problem('NO_SUCH_SAMPLE'));
      const withdrawalEvent: UnitSampleEvent = {
        type: 'UnitSampleWithdrawn',
        data: { ...key, reason: command.reason.trim() },
      };
      return copy ? [withdrawalEvent] : [toSavedEvent(sample), withdrawalEvent];
    }
    case 'ResetUnitSample':
      refuseIf(catalogueReasonProblems(command.reason));
      refuseIf(command.template ? null : problem('NO_TEMPLATE'));
      return copy ? [{ type: 'UnitSampleReset', data: { ...key, reason: command.reason.trim() } }] : [];
  }
};

const evolve = (copy: UnitSample, event: UnitSampleEvent): UnitSample => {
  switch (event.type) {
    case 'UnitSampleKept':
      return { sample: event.data.sample, withdrawn: false };
    case 'UnitSampleWithdrawn':
      return copy && { ...copy, withdrawn: true };
    case 'UnitSampleReset':
      return null;
  }
};

/**
 * unitSample-<v5(sample, testing unit)>: copy on write of the catalogue (ADR-002; 002 CAT-002, CAT-003).
 * @throws RuleBroken SAMPLE_NOT_OFFERED, NO_SUCH_SAMPLE, NO_TEMPLATE, TEXT_TOO_LONG, the problems of
 * catalogueSampleProblems
 */
export const unitSample: Aggregate<typeof unitSampleEvents, UnitSampleCommand, UnitSample> = {
  category: 'unitSample',
  events: unitSampleEvents,
  decider: { initialState: null, decide, evolve },
};

/** The id of a testing unit's copy of a sample in both views. Accepts ids with and without dashes. */
export const unitSampleKey = (testUnitId: string, sampleId: string): string =>
  `${dashedId(testUnitId)}/${dashedId(sampleId)}`;

/**
 * A unit's copy of a sample. It replaces the template's sample for the unit. If `withdrawn`, the unit does not offer
 * the sample.
 */
export type UnitSampleRow = AuditTrail & {
  id: string;
  testUnitId: string;
  sampleId: string;
  sample: CatalogueSample;
  withdrawn: boolean;
};

const decodeEvent = (event: RecordedEvent) => decode(unitSampleEvents, event);
const idsOf = (event: RecordedEvent) => {
  const { testUnitId, sampleId } = decodeEvent(event).data;
  return [unitSampleKey(testUnitId, sampleId)];
};

type SavedSample = Extract<ReturnType<typeof decodeEvent>, { type: 'UnitSampleKept' }>['data'];

/** The projection that both views share: a saved copy makes a row, a withdrawal marks it, a reset removes it. */
const copyProjection = <Row extends { withdrawn: boolean }>(
  toRow: (data: SavedSample, id: string, row: Row | null, event: RecordedEvent) => Row,
  auditTrailOf: (event: RecordedEvent) => Partial<Row> = () => ({}),
): Pick<Projection<Row>, 'types' | 'idsOf' | 'project'> => ({
  types: Object.keys(unitSampleEvents),
  idsOf,
  project(row, event, id) {
    const { type, data } = decodeEvent(event);
    switch (type) {
      case 'UnitSampleKept':
        return toRow(data, id, row, event);
      case 'UnitSampleWithdrawn':
        return row && { ...row, ...auditTrailOf(event), withdrawn: true };
      case 'UnitSampleReset':
        return null;
    }
  },
});

/** Complete copies, up to 60 kB a row. Read single rows; use unitLeaves for the tree. */
export const unitSamples: Projection<UnitSampleRow> = {
  name: 'unitSamples',
  version: 1,
  ...copyProjection<UnitSampleRow>(
    ({ testUnitId, sampleId, sample }, id, row, event) => ({
      ...(row ?? createAuditTrail(event)),
      ...updateAuditTrail(event),
      id,
      testUnitId,
      sampleId,
      sample,
      withdrawn: false,
    }),
    updateAuditTrail,
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

/** A unit's copy as a leaf of its tree. `sampleId` is the id of the leaf in the tree. */
export type UnitLeafRow = CatalogueLeafRow & { testUnitId: string; sampleId: string; withdrawn: boolean };

export const unitLeaves: Projection<UnitLeafRow> = {
  name: 'unitLeaves',
  version: 1,
  ...copyProjection<UnitLeafRow>(({ testUnitId, sampleId, sample }, id) => ({
    ...toCatalogueLeaf(id, sample),
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

/**
 * The sample as it applies to a unit: its copy, otherwise the template; null if the unit does not offer it. `template`
 * is null for a sample of the unit's own.
 */
export const effectiveSample = (
  copy: Pick<UnitSampleRow, 'sampleId' | 'sample' | 'withdrawn'> | null,
  template: CatalogueSampleRow | null,
): CatalogueSampleRow | null => (copy ? (copy.withdrawn ? null : { ...copy.sample, id: copy.sampleId }) : template);

/**
 * A leaf as it applies to one unit: from the template, the unit's copy, or its own. A `withdrawn` leaf is not offered.
 */
export type EffectiveLeaf = CatalogueLeafRow & { origin: 'template' | 'copy' | 'own'; withdrawn: boolean };

/**
 * All leaves of a unit, with its copies in place of template leaves. Leaves that the unit does not offer are included.
 */
export const effectiveLeaves = (
  copies: readonly UnitLeafRow[],
  template: readonly CatalogueLeafRow[],
): EffectiveLeaf[] => {
  const templateIds = new Set(template.map(({ id }) => id));
  const copiedIds = new Set(copies.map(({ sampleId }) => sampleId));
  return [
    ...template
      .filter(({ id }) => !copiedIds.has(id))
      .map((leaf) => ({ ...leaf, origin: 'template' as const, withdrawn: false })),
    ...copies.map(({ sampleId, testUnitId: _, ...leaf }) => ({
      ...leaf,
      id: sampleId,
      origin: templateIds.has(sampleId) ? ('copy' as const) : ('own' as const),
    })),
  ];
};

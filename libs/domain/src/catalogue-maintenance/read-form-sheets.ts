import type { CatalogueSample } from '#events';
import { PROPERTY_TYPE } from '../auxiliary/auxiliary-value.js';
import { problem } from '../rules/rule-broken.js';
import { asOneLine, normalizedCode } from '../text/text.js';
import { addedBefore } from './added-before.js';
import { type CatalogueMaterial, materialWith, propertyWith, withMaterials, withProperties } from './sample-form.js';
import { FORM_LIMITS } from './sample-form-problems.js';
import { patternProblems, withPattern } from './specification-pattern.js';
import { type CellValue, numberOrNull } from './workbook-cells.js';
import type { SheetSample } from './workbook-column.js';
import type { SheetMaterial } from './workbook-columns.js';
import type { WorkbookDraft } from './workbook-draft.js';
import { materialColumns, MATERIAL_SHEET, propertyColumns, PROPERTY_SHEET } from './workbook-form-columns.js';
import { type CellProblem, type ReadSheet, rowsIn, type SheetRow } from './workbook-rows.js';

type NewId = (sampleId: string, code: string) => string;

/** Auxiliary properties: rows are found by sample and name; a new name adds one. */
export const readProperties = (
  sheets: readonly ReadSheet[],
  draft: WorkbookDraft,
  problems: CellProblem[],
  newId: NewId,
): void => {
  for (const row of rowsIn(sheets, PROPERTY_SHEET, propertyColumns, ['sampleCode', 'name'], problems)) {
    const name = row.text('name');
    const sample = draft.entryOf(row, 'name', (id) => `${id}/properties/${name}`);
    if (!sample) continue;
    const now = draft.now(sample);
    const before = now.properties.find(({ testSamplePropertyDisplayName: kept }) => asOneLine(kept) === name) ?? null;
    if (!before && now.properties.length >= FORM_LIMITS.properties) {
      row.refuse('name', problem('TOO_MANY_ENTRIES', { max: FORM_LIMITS.properties }));
      continue;
    }
    const id = newId(sample.id, `property/${name}`);
    const heldBy = before
      ? null
      : addedBefore(
          id,
          now.properties.map((property) => ({
            id: property.testSamplePropertyId,
            name: property.testSamplePropertyDisplayName,
          })),
        );
    if (heldBy) {
      row.refuse('name', heldBy);
      continue;
    }
    const typed = row.values();
    const isDay = typed['type'] === PROPERTY_TYPE.date && row.has('value');
    const values = { ...typed, ...(isDay ? { value: row.text('value', 'day') } : {}) };
    const after = propertyWith({ ...typedProperty(values), ...(before ? {} : { name }) }, before ?? id);
    draft.stands(`${sample.id}/${after.testSamplePropertyId}`, row);
    draft.put(
      sample.id,
      withProperties(
        now,
        inOrder(
          before
            ? now.properties.map((each) => (each === before ? after : each))
            : [...now.properties, lastOf(now.properties, after)],
        ),
      ),
    );
  }
};

/** Raw materials: rows are found by both codes; another material is added. */
export const readMaterials = (
  sheets: readonly ReadSheet[],
  draft: WorkbookDraft,
  problems: CellProblem[],
  materials: readonly SheetMaterial[],
): void => {
  const byCode = new Map(materials.map((material) => [normalizedCode(material.sampleCode), material]));
  for (const row of rowsIn(sheets, MATERIAL_SHEET, materialColumns, ['sampleCode', 'materialCode'], problems)) {
    const code = normalizedCode(row.text('materialCode'));
    const sample = draft.entryOf(row, 'materialCode', (id) => `${id}/materials/${code}`);
    if (!sample) continue;
    const material = byCode.get(code);
    if (!material) {
      row.refuse('materialCode', problem('CELL_MATERIAL_UNKNOWN'));
      continue;
    }
    if (material.id === sample.id) {
      row.refuse('materialCode', problem('MATERIAL_IS_ITSELF'));
      continue;
    }
    const now = draft.now(sample);
    const before = now.materials.find(({ id }) => id === material.id) ?? null;
    if (!before && now.materials.length >= FORM_LIMITS.materials) {
      row.refuse('materialCode', problem('TOO_MANY_ENTRIES', { max: FORM_LIMITS.materials }));
      continue;
    }
    const after = materialWith(typedMaterial(row.values()), before ?? material);
    draft.stands(`${sample.id}/${after.id}`, row);
    draft.put(
      sample.id,
      withMaterials(
        now,
        inOrder(
          before
            ? now.materials.map((each) => (each === before ? after : each))
            : [...now.materials, lastOf(now.materials, after)],
        ),
      ),
    );
  }
};

/** How specifications are joined: last, for they name properties that the workbook may bring along. */
export const readPatterns = (
  patterns: readonly { sample: SheetSample; row: SheetRow }[],
  draft: WorkbookDraft,
  newId: NewId,
): void => {
  for (const { sample, row } of patterns) {
    const now = draft.now(sample);
    const pattern = row.text('specification');
    const wrong = patternProblems(pattern, now.properties);
    for (const { code, params } of wrong) row.refuse('specification', { code, params });
    if (wrong.length === 0)
      draft.put(sample.id, withPattern(now, pattern, beforeOf(sample), newId(sample.id, 'specificationRule')));
  }
};

const beforeOf = ({
  properties,
  specificationRule,
}: SheetSample): Pick<CatalogueSample, 'properties' | 'specificationRule'> => ({ properties, specificationRule });

const inOrder = <Entry extends { orderNum: number }>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((left, right) => left.orderNum - right.orderNum);

/** A new one without a place of its own comes last. */
const lastOf = <Entry extends { orderNum: number }>(there: readonly Entry[], entry: Entry): Entry =>
  entry.orderNum > 0 ? entry : { ...entry, orderNum: there.length + 1 };

const typedProperty = ({ type, unit, value, choices, num }: Record<string, CellValue>) => ({
  ...(typeof type === 'number' ? { type } : {}),
  ...(typeof unit === 'string' ? { unit } : {}),
  ...(typeof value === 'string' ? { value } : {}),
  ...(Array.isArray(choices) ? { choices: choices as string[] } : {}),
  ...(typeof num === 'number' ? { num } : {}),
});

const typedMaterial = ({
  role,
  isDefault,
  isRequired,
  recommendedDosage,
  dosageUnit,
  unitRatio,
  num,
}: Record<string, CellValue>): Partial<
  Pick<CatalogueMaterial, 'role' | 'isDefault' | 'isRequired' | 'recommendedDosage' | 'dosageUnit' | 'unitRatio'>
> & { num?: number } => ({
  ...(typeof role === 'string' ? { role } : {}),
  ...(typeof isDefault === 'boolean' ? { isDefault } : {}),
  ...(typeof isRequired === 'boolean' ? { isRequired } : {}),
  ...(recommendedDosage === undefined ? {} : { recommendedDosage: numberOrNull(recommendedDosage) }),
  ...(typeof dosageUnit === 'string' ? { dosageUnit } : {}),
  ...(unitRatio === undefined ? {} : { unitRatio: numberOrNull(unitRatio) }),
  ...(typeof num === 'number' ? { num } : {}),
});

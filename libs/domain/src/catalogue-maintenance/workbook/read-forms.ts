import type { CatalogueSample } from '#events';
import { problem } from '../../rules/rule-broken.js';
import { PROPERTY_TYPE } from '../../sample/auxiliary.js';
import { lengthOf, normalizedCode, toSingleLine } from '../../text/text.js';
import { alreadyAddedProblem } from '../catalogue-items.js';
import type { KnownPictures } from '../sample-changes.js';
import {
  type CatalogueMaterial,
  FORM_LIMITS,
  applyMaterialPatch,
  applyPropertyPatch,
  withMaterials,
  withProperties,
} from '../sample-form.js';
import { EXAMPLE_LIMITS, type SampleExample, withExamples } from '../samples.js';
import { patternProblems, withPattern } from '../specification-pattern.js';
import { type CellValue, numberOrNull } from './cells.js';
import type { SheetSample } from './column.js';
import type { WorkbookDraft } from './draft.js';
import {
  EXAMPLE_SHEET,
  exampleColumns,
  MATERIAL_SHEET,
  materialColumns,
  PROPERTY_SHEET,
  propertyColumns,
} from './form-columns.js';
import { type CellProblem, type ReadSheet, rowsIn, type SheetRow } from './rows.js';
import type { SheetMaterial } from './sample-columns.js';

type NewId = (sampleId: string, code: string) => string;

/** Reads auxiliary properties. A row is matched by sample and name; a new name adds a property. */
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
    const before =
      now.properties.find(({ testSamplePropertyDisplayName: displayName }) => toSingleLine(displayName) === name) ??
      null;
    if (!before && now.properties.length >= FORM_LIMITS.properties) {
      row.refuse('name', problem('TOO_MANY_ENTRIES', { max: FORM_LIMITS.properties }));
      continue;
    }
    const id = newId(sample.id, `property/${name}`);
    const duplicate = before
      ? null
      : alreadyAddedProblem(
          id,
          now.properties.map((property) => ({
            id: property.testSamplePropertyId,
            name: property.testSamplePropertyDisplayName,
          })),
        );
    if (duplicate) {
      row.refuse('name', duplicate);
      continue;
    }
    const typed = row.values();
    const isDay = typed['type'] === PROPERTY_TYPE.date && row.has('value');
    const values = { ...typed, ...(isDay ? { value: row.text('value', 'day') } : {}) };
    const after = applyPropertyPatch({ ...typedProperty(values), ...(before ? {} : { name }) }, before ?? id);
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

/** Reads raw materials. A row is matched by the codes of the sample and of the material; another material is added. */
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
    const after = applyMaterialPatch(typedMaterial(row.values()), before ?? material);
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

/**
 * Reads the patterns of specifications. Call it last, because a pattern may refer to a property that the workbook adds.
 */
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

/** Places a new entry without a place at the end. */
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

/** `moved` is negative if the row moved the example up, positive if it moved the example down. */
type Placed = { example: SampleExample; num: number; moved: number };

/**
 * Reads examples. A row is matched by sample and picture; a picture of another sample is added to this one. The import
 * removes no examples, because a removal needs a reason.
 */
export const readExamples = (
  sheets: readonly ReadSheet[],
  draft: WorkbookDraft,
  problems: CellProblem[],
  { byKey }: KnownPictures,
): void => {
  const placed = new Map<string, Placed[]>();
  for (const row of rowsIn(sheets, EXAMPLE_SHEET, exampleColumns, ['sampleCode', 'picture'], problems)) {
    const key = row.text('picture');
    const sample = draft.entryOf(row, 'picture', (id) => `${id}/examples/${key}`);
    if (!sample) continue;
    const image = byKey.get(key);
    if (image === undefined) {
      row.refuse('picture', problem('CELL_PICTURE_UNKNOWN'));
      continue;
    }
    const now =
      placed.get(sample.id) ??
      (draft.now(sample).examples ?? []).map((example, at) => ({ example, num: at + 1, moved: 0 }));
    const before = now.find(({ example }) => example.image === image) ?? null;
    if (!before && now.length >= EXAMPLE_LIMITS.most) {
      row.refuse('picture', problem('TOO_MANY_ENTRIES', { max: EXAMPLE_LIMITS.most }));
      continue;
    }
    const after = exampleIn(row, before ?? { example: { name: '', image }, num: now.length + 1, moved: 0 });
    if (!after) continue;
    const all = before ? now.map((each) => (each === before ? after : each)) : [...now, after];
    placed.set(sample.id, all);
    draft.put(
      sample.id,
      withExamples(
        draft.now(sample),
        all.toSorted(byPlace).map(({ example }) => example),
      ),
    );
  }
};

/**
 * Sorts by the requested place. At the same place, an example that moved up comes before the one already there, an
 * example that moved down after it.
 */
const byPlace = (left: Placed, right: Placed): number => left.num - right.num || left.moved - right.moved;

/** The example of a row; null if the row has a problem. */
const exampleIn = (row: SheetRow, before: Placed): Placed | null => {
  const typed = row.values()['num'];
  const num = typeof typed === 'number' ? typed : before.num;
  const name = row.has('name') ? row.text('name') : before.example.name;
  const wrong =
    name === ''
      ? problem('CATALOGUE_TEXT_REQUIRED')
      : lengthOf(name) > EXAMPLE_LIMITS.name
        ? problem('TEXT_TOO_LONG', { max: EXAMPLE_LIMITS.name })
        : null;
  if (wrong) row.refuse(row.has('name') ? 'name' : 'picture', wrong);
  return wrong
    ? null
    : {
        example: { ...before.example, name: name === toSingleLine(before.example.name) ? before.example.name : name },
        num,
        moved: Math.sign(num - before.num),
      };
};

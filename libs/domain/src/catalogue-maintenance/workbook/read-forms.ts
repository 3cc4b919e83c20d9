import type { CatalogueSample } from '#events';
import { problem } from '../../rules/rule-broken.js';
import { PROPERTY_TYPE } from '../../sample/auxiliary.js';
import { lengthOf, normalizedCode, toSingleLine } from '../../text/text.js';
import { alreadyAddedProblem } from '../catalogue-items.js';
import type { CataloguePictures } from '../sample-changes.js';
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
import { type CellProblem, type ReadSheet, readRows, type SheetRow } from './rows.js';
import type { SheetMaterial } from './sample-columns.js';

type NewId = (sampleId: string, code: string) => string;

/** Reads auxiliary properties. A row is matched by sample and name; a new name adds a property. */
export const readProperties = (
  sheets: readonly ReadSheet[],
  draft: WorkbookDraft,
  problems: CellProblem[],
  newId: NewId,
): void => {
  for (const row of readRows(sheets, PROPERTY_SHEET, propertyColumns, ['sampleCode', 'name'], problems)) {
    const name = row.text('name');
    const sample = draft.entryOf(row, 'name', (id) => `${id}/properties/${name}`);
    if (!sample) continue;
    const current = draft.currentSample(sample);
    const before =
      current.properties.find(({ testSamplePropertyDisplayName: displayName }) => toSingleLine(displayName) === name) ??
      null;
    if (!before && current.properties.length >= FORM_LIMITS.properties) {
      row.refuse('name', problem('TOO_MANY_ENTRIES', { max: FORM_LIMITS.properties }));
      continue;
    }
    const id = newId(sample.id, `property/${name}`);
    const duplicate = before
      ? null
      : alreadyAddedProblem(
          id,
          current.properties.map((property) => ({
            id: property.testSamplePropertyId,
            name: property.testSamplePropertyDisplayName,
          })),
        );
    if (duplicate) {
      row.refuse('name', duplicate);
      continue;
    }
    const cellValues = row.values();
    const isDay = cellValues['type'] === PROPERTY_TYPE.date && row.has('value');
    const values = { ...cellValues, ...(isDay ? { value: row.text('value', 'day') } : {}) };
    const after = applyPropertyPatch({ ...toPropertyPatch(values), ...(before ? {} : { name }) }, before ?? id);
    draft.setEntryRow(`${sample.id}/${after.testSamplePropertyId}`, row);
    draft.saveSample(
      sample.id,
      withProperties(
        current,
        sortByOrder(
          before
            ? current.properties.map((each) => (each === before ? after : each))
            : [...current.properties, placedAtEnd(current.properties, after)],
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
  for (const row of readRows(sheets, MATERIAL_SHEET, materialColumns, ['sampleCode', 'materialCode'], problems)) {
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
    const current = draft.currentSample(sample);
    const before = current.materials.find(({ id }) => id === material.id) ?? null;
    if (!before && current.materials.length >= FORM_LIMITS.materials) {
      row.refuse('materialCode', problem('TOO_MANY_ENTRIES', { max: FORM_LIMITS.materials }));
      continue;
    }
    const after = applyMaterialPatch(toMaterialPatch(row.values()), before ?? material);
    draft.setEntryRow(`${sample.id}/${after.id}`, row);
    draft.saveSample(
      sample.id,
      withMaterials(
        current,
        sortByOrder(
          before
            ? current.materials.map((each) => (each === before ? after : each))
            : [...current.materials, placedAtEnd(current.materials, after)],
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
    const current = draft.currentSample(sample);
    const pattern = row.text('specification');
    const problems = patternProblems(pattern, current.properties);
    for (const { code, params } of problems) row.refuse('specification', { code, params });
    if (problems.length === 0)
      draft.saveSample(
        sample.id,
        withPattern(current, pattern, beforeOf(sample), newId(sample.id, 'specificationRule')),
      );
  }
};

const beforeOf = ({
  properties,
  specificationRule,
}: SheetSample): Pick<CatalogueSample, 'properties' | 'specificationRule'> => ({ properties, specificationRule });

const sortByOrder = <Entry extends { orderNum: number }>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((left, right) => left.orderNum - right.orderNum);

/** Places a new entry without a place at the end. */
const placedAtEnd = <Entry extends { orderNum: number }>(entries: readonly Entry[], entry: Entry): Entry =>
  entry.orderNum > 0 ? entry : { ...entry, orderNum: entries.length + 1 };

const toPropertyPatch = ({ type, unit, value, choices, num }: Record<string, CellValue>) => ({
  ...(typeof type === 'number' ? { type } : {}),
  ...(typeof unit === 'string' ? { unit } : {}),
  ...(typeof value === 'string' ? { value } : {}),
  ...(Array.isArray(choices) ? { choices: choices as string[] } : {}),
  ...(typeof num === 'number' ? { num } : {}),
});

const toMaterialPatch = ({
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
type PlacedExample = { example: SampleExample; num: number; moved: number };

/**
 * Reads examples. A row is matched by sample and picture; a picture of another sample is added to this one. The import
 * removes no examples, because a removal needs a reason.
 */
export const readExamples = (
  sheets: readonly ReadSheet[],
  draft: WorkbookDraft,
  problems: CellProblem[],
  { byKey }: CataloguePictures,
): void => {
  const examplesBySample = new Map<string, PlacedExample[]>();
  for (const row of readRows(sheets, EXAMPLE_SHEET, exampleColumns, ['sampleCode', 'picture'], problems)) {
    const key = row.text('picture');
    const sample = draft.entryOf(row, 'picture', (id) => `${id}/examples/${key}`);
    if (!sample) continue;
    const image = byKey.get(key);
    if (image === undefined) {
      row.refuse('picture', problem('CELL_PICTURE_UNKNOWN'));
      continue;
    }
    const current =
      examplesBySample.get(sample.id) ??
      (draft.currentSample(sample).examples ?? []).map((example, index) => ({ example, num: index + 1, moved: 0 }));
    const before = current.find(({ example }) => example.image === image) ?? null;
    if (!before && current.length >= EXAMPLE_LIMITS.max) {
      row.refuse('picture', problem('TOO_MANY_ENTRIES', { max: EXAMPLE_LIMITS.max }));
      continue;
    }
    const after = readExample(row, before ?? { example: { name: '', image }, num: current.length + 1, moved: 0 });
    if (!after) continue;
    const examples = before ? current.map((each) => (each === before ? after : each)) : [...current, after];
    examplesBySample.set(sample.id, examples);
    draft.saveSample(
      sample.id,
      withExamples(
        draft.currentSample(sample),
        examples.toSorted(compareByPlace).map(({ example }) => example),
      ),
    );
  }
};

/**
 * Sorts by the requested place. At the same place, an example that moved up comes before the one already there, an
 * example that moved down after it.
 */
const compareByPlace = (left: PlacedExample, right: PlacedExample): number =>
  left.num - right.num || left.moved - right.moved;

/** The example of a row; null if the row has a problem. */
const readExample = (row: SheetRow, before: PlacedExample): PlacedExample | null => {
  const place = row.values()['num'];
  const num = typeof place === 'number' ? place : before.num;
  const name = row.has('name') ? row.text('name') : before.example.name;
  const nameProblem =
    name === ''
      ? problem('CATALOGUE_TEXT_REQUIRED')
      : lengthOf(name) > EXAMPLE_LIMITS.name
        ? problem('TEXT_TOO_LONG', { max: EXAMPLE_LIMITS.name })
        : null;
  if (nameProblem) row.refuse(row.has('name') ? 'name' : 'picture', nameProblem);
  return nameProblem
    ? null
    : {
        example: { ...before.example, name: name === toSingleLine(before.example.name) ? before.example.name : name },
        num,
        moved: Math.sign(num - before.num),
      };
};

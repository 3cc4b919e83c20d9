import type { CatalogueParameter, CatalogueSample } from '#events';
import type { StandardRow } from '../catalogue/catalogue-views.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';
import { parameterWith, type TypedParameter } from './parameter-facts.js';
import { type CategoryChange, readCategories } from './read-category-sheet.js';
import { type ListChange, type ReadLists, readLists } from './read-list-sheets.js';
import { readMaterials, readPatterns, readProperties } from './read-form-sheets.js';
import { CATALOGUE_LIMITS, catalogueSampleProblems } from './sample-problems.js';
import { type CellValue, numberOrNull, offeredBy, readStandards, sameOffer, standardsByCode } from './workbook-cells.js';
import type { SheetSample } from './workbook-column.js';
import { parameterColumns, PARAMETER_SHEET, sampleColumns, SAMPLE_SHEET, type SheetMaterial } from './workbook-columns.js';
import { WorkbookDraft } from './workbook-draft.js';
import { byPlace, type CellProblem, type ReadSheet, rowsIn, type SheetRow } from './workbook-rows.js';

/** A sample that the workbook changes, before and after. */
export type SampleChange = { id: string; before: CatalogueSample; after: CatalogueSample };

export type WorkbookReading = { changes: SampleChange[]; lists: ListChange[]; categories: CategoryChange[]; problems: CellProblem[]; samples: number; parameters: number; newParameters: number };

type Catalogue = {
  samples: readonly SheetSample[];
  standards: readonly StandardRow[];
  /** Samples that may be raw materials, if others than `samples`. */
  materials?: readonly SheetMaterial[];
  /** Id of what a sample gets by this code. */
  newId(sampleId: string, code: string): string;
  /** Dictionaries, qualifications and the sample tree. */
  template?: ReadLists;
};

/**
 * What a workbook would make of a catalogue. Rows are found by code; samples, entries and columns that are not in it stay as they are; a parameter with a
 * new code, a property with a new name and a raw material with another code are added. Every cell that is wrong is told, and `changes` count only when none is.
 */
export const readWorkbook = (sheets: readonly ReadSheet[], { samples, standards, materials = samples, newId, template }: Catalogue): WorkbookReading => {
  const problems: CellProblem[] = [];
  const draft = new WorkbookDraft(samples);
  /** Exported before somebody changed them: refused where the workbook would change them too. */
  const outdated = new Map<string, SheetRow>();
  const patterns: { sample: SheetSample; row: SheetRow }[] = [];

  for (const row of rowsIn(sheets, SAMPLE_SHEET, sampleColumns, ['sampleCode'], problems)) {
    const sample = draft.sampleOf(row);
    if (!sample) continue;
    if (draft.placeOf(sample.id)) { row.refuse('sampleCode', problem('CELL_TWICE')); continue; }
    draft.stands(sample.id, row);
    if (row.text('mark') !== '' && row.text('mark') !== sample.mark) outdated.set(sample.id, row);
    draft.put(sample.id, sampleWith(draft.now(sample), row.values()));
    if (row.has('specification')) patterns.push({ sample, row });
  }
  const { parameterCount, newParameters } = readParameters(rowsIn(sheets, PARAMETER_SHEET, parameterColumns, ['sampleCode', 'testParamCode'], problems), draft, standardsByCode(standards), newId);
  readProperties(sheets, draft, problems, newId);
  readMaterials(sheets, draft, problems, materials);
  readPatterns(patterns, draft, newId);

  const changes = samples.flatMap((sample) => {
    const after = draft.changed(sample);
    const before = factsOf(sample);
    if (!after || sameFacts(after, before)) return [];
    for (const found of catalogueSampleProblems(after)) tellAt(draft, found, after, sample.id);
    outdated.get(sample.id)?.refuse('mark', problem('CELL_CHANGED_SINCE'));
    return [{ id: sample.id, before, after }];
  });
  const categories = template ? readCategories(sheets, template, problems) : [];
  const lists = template ? readLists(sheets, template, problems) : [];
  const isRight = problems.length === 0;
  return { changes: isRight ? changes : [], lists: isRight ? lists : [], categories: isRight ? categories : [], problems: problems.toSorted(byPlace), samples: draft.samplesNamed, parameters: parameterCount, newParameters };
};

const readParameters = (rows: readonly SheetRow[], draft: WorkbookDraft, byCode: ReadonlyMap<string, StandardRow>, newId: Catalogue['newId']) => {
  let [parameterCount, newParameters] = [0, 0];
  for (const row of rows) {
    const code = row.text('testParamCode');
    const sample = draft.entryOf(row, 'testParamCode', (id) => `${id}/parameters/${code}`);
    if (!sample) continue;
    parameterCount += 1;
    const now = draft.now(sample);
    const before = now.parameters.find((parameter) => parameter.code === code) ?? null;
    if (!before && now.parameters.length >= CATALOGUE_LIMITS.parameters) { row.refuse('testParamCode', problem('TOO_MANY_PARAMETERS', { max: CATALOGUE_LIMITS.parameters })); continue; }
    if (!before) newParameters += 1;
    const id = before?.id ?? newId(sample.id, code);
    const after = parameterWith({ ...typedBy(row.values()), ...standardsBy(row, before, byCode), testParamCode: code }, before ?? id);
    draft.stands(`${sample.id}/${id}`, row);
    draft.put(sample.id, { ...now, parameters: before ? now.parameters.map((parameter) => (parameter.id === id ? after : parameter)) : [...now.parameters, after] });
  }
  return { parameterCount, newParameters };
};

/** A problem of a sample as a whole, at the cell it comes from. */
const tellAt = (draft: WorkbookDraft, found: Problem, after: CatalogueSample, sampleId: string): void => {
  const [, list, place, member = ''] = /^(parameters|properties|materials)\.(\d+)\.(\w+)$/.exec(found.path ?? '') ?? [];
  const at = Number(place);
  const id = list === 'parameters' ? after.parameters[at]?.id : list === 'properties' ? after.properties[at]?.testSamplePropertyId : list === 'materials' ? after.materials[at]?.id : undefined;
  const row = draft.placeOf(id === undefined ? sampleId : `${sampleId}/${id}`);
  row?.refuse(id === undefined ? (found.path ?? '') : member, { code: found.code, params: found.params });
};

const sampleWith = (sample: CatalogueSample, { sampleName, description, sampleNumUnit, delegatesNumUnit, defaultDelegatesNum, countRequire, sampleStatusRequire, otherRequire, orderIndex }: Record<string, CellValue>): CatalogueSample => ({
  ...sample,
  ...(typeof sampleName === 'string' ? { name: sampleName } : {}),
  ...(typeof sampleNumUnit === 'string' ? { sampleNumUnit } : {}),
  ...(typeof delegatesNumUnit === 'string' ? { delegatesNumUnit } : {}),
  ...(defaultDelegatesNum === undefined ? {} : { defaultDelegatesNum: numberOrNull(defaultDelegatesNum) }),
  ...(typeof orderIndex === 'number' ? { orderNum: orderIndex } : {}),
  ...optionalTexts(sample, { description, countRequire, sampleStatusRequire, otherRequire }),
});

/** A text that was never there is not there either when its cell is empty. */
const optionalTexts = (sample: CatalogueSample, texts: { [Member in 'description' | 'countRequire' | 'sampleStatusRequire' | 'otherRequire']: CellValue | undefined }): Partial<CatalogueSample> =>
  Object.fromEntries(Object.entries(texts).filter(([member, text]) => typeof text === 'string' && text !== (sample[member as keyof typeof texts] ?? '')));

const typedBy = ({ name, displayName, description, price, sharedPrice, sharedPriceQualifier, testQuantity, unitMeasure, paramWorkDay, offered, num }: Record<string, CellValue>): TypedParameter => ({
  ...(typeof name === 'string' ? { name } : {}),
  ...(typeof displayName === 'string' ? { displayName } : {}),
  ...(typeof description === 'string' ? { description } : {}),
  ...(typeof price === 'string' ? { price } : {}),
  ...(typeof sharedPrice === 'string' ? { sharedPrice } : {}),
  ...(typeof sharedPriceQualifier === 'string' ? { sharedPriceQualifier } : {}),
  ...(testQuantity === undefined ? {} : { testQuantity: numberOrNull(testQuantity) }),
  ...(typeof unitMeasure === 'string' ? { unitMeasure } : {}),
  ...(paramWorkDay === undefined ? {} : { paramWorkDay: numberOrNull(paramWorkDay) }),
  ...(typeof offered === 'boolean' ? { offered } : {}),
  ...(typeof num === 'number' ? { num } : {}),
});

const standardsBy = (row: SheetRow, before: CatalogueParameter | null, byCode: ReadonlyMap<string, StandardRow>): Pick<TypedParameter, 'standards'> => {
  if (!row.has('basis') || !row.has('evaluation')) return {};
  const [basis, evaluation] = (['basis', 'evaluation'] as const).map((key) => {
    const { found, unknown } = readStandards(row.text(key), byCode);
    for (const code of unknown) row.refuse(key, problem('CELL_STANDARD_UNKNOWN', { code }));
    return found;
  });
  const standards = offeredBy(basis ?? [], evaluation ?? [], before);
  return before && sameOffer(standards, before.standards) ? {} : { standards };
};

const factsOf = ({ id: _, mark: __, link: ___, ...sample }: SheetSample): CatalogueSample => sample;

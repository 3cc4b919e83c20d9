import type { CatalogueSample } from '#events';
import type { StandardRow } from '../catalogue/catalogue-views.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';
import type { HeldId } from './added-before.js';
import { sizeProblem } from './event-size.js';
import { type CategoryChange, readCategories } from './read-category-sheet.js';
import { type ListChange, type ReadLists, readLists } from './read-list-sheets.js';
import { type AccessoryChange, readAccessoryTypes } from './read-accessory-sheet.js';
import { readExamples } from './read-example-sheet.js';
import { knownPictures } from './known-pictures.js';
import { readMaterials, readPatterns, readProperties } from './read-form-sheets.js';
import { type NewSamples, readNewSample } from './read-new-sample.js';
import { type PackChange, readPacks } from './read-pack-sheet.js';
import { readParameters } from './read-parameter-sheet.js';
import { readRequirements } from './read-requirement-sheet.js';
import { readStandardSheet, type StandardChange } from './read-standard-sheet.js';
import { catalogueSampleProblems } from './sample-problems.js';
import { type CellValue, numberOrNull, standardsByCode } from './workbook-cells.js';
import type { SheetSample } from './workbook-column.js';
import { sampleColumns, SAMPLE_SHEET, type SheetMaterial } from './workbook-columns.js';
import type { PictureKeys } from './workbook-example-columns.js';
import type { SheetPack } from './workbook-other-columns.js';
import { WorkbookDraft } from './workbook-draft.js';
import { byPlace, type CellProblem, type ReadSheet, rowsIn, type SheetRow } from './workbook-rows.js';

/** A sample that the workbook changes, before and after; null before for a new one. */
export type SampleChange = { id: string; before: CatalogueSample | null; after: CatalogueSample };

/** Everything that a workbook changes, by the streams it is kept in. */
export type WorkbookChanges = {
  changes: SampleChange[];
  lists: ListChange[];
  categories: CategoryChange[];
  packs: PackChange[];
  standards: StandardChange[];
  accessoryTypes: AccessoryChange | null;
};

const NOTHING: WorkbookChanges = {
  changes: [],
  lists: [],
  categories: [],
  packs: [],
  standards: [],
  accessoryTypes: null,
};

export type WorkbookReading = WorkbookChanges & {
  problems: CellProblem[];
  samples: number;
  parameters: number;
  newParameters: number;
};

type Catalogue = {
  samples: readonly SheetSample[];
  standards: readonly StandardRow[];
  /** Samples that may be raw materials, if others than `samples`. */
  materials?: readonly SheetMaterial[];
  /** Id of what a sample gets by this code. */
  newId(sampleId: string, code: string): string;
  /** Dictionaries, qualifications and the sample tree. */
  template?: ReadLists;
  /** Where samples may be added; nowhere without. */
  newSamples?: NewSamples;
  packs?: readonly SheetPack[];
  /** Packs under whatever name, those that their keeper deleted too. */
  heldPacks?: readonly HeldId[];
  /** The list of standards as a sheet of its own. */
  listed?: Parameters<typeof readStandardSheet>[2];
  accessoryTypes?: Parameters<typeof readAccessoryTypes>[2];
  /** What pictures are called that lie in the catalogue itself. */
  pictures?: PictureKeys;
  /** Rich text as it may be stored. */
  clean?(html: string): string;
};

/**
 * What a workbook would make of a catalogue. Rows are found by code; samples, entries and columns that are not in it stay as they are; a parameter with a
 * new code, a property with a new name and a raw material with another code are added. Every cell that is wrong is told, and `changes` count only when none is.
 */
export const readWorkbook = (
  sheets: readonly ReadSheet[],
  {
    samples,
    standards,
    materials = samples,
    newId,
    template,
    newSamples,
    packs = [],
    heldPacks = packs,
    listed,
    accessoryTypes: kinds,
    pictures: pictureKeys = { digest: (image) => image },
    clean = (html) => html,
  }: Catalogue,
): WorkbookReading => {
  const problems: CellProblem[] = [];
  const draft = new WorkbookDraft(samples);
  /** Exported before somebody changed them: refused where the workbook would change them too. */
  const outdated = new Map<string, SheetRow>();
  const patterns: { sample: SheetSample; row: SheetRow }[] = [];

  for (const row of rowsIn(sheets, SAMPLE_SHEET, sampleColumns, ['sampleCode'], problems)) {
    const known = draft.withCode(row.text('sampleCode'));
    const sample = known ?? readNewSample(row, newSamples, draft.added.length);
    if (!sample) continue;
    if (!known) draft.add(sample);
    if (draft.placeOf(sample.id)) {
      row.refuse('sampleCode', problem('CELL_TWICE'));
      continue;
    }
    draft.stands(sample.id, row);
    if (row.text('mark') !== '' && row.text('mark') !== sample.mark) outdated.set(sample.id, row);
    draft.put(sample.id, sampleWith(draft.now(sample), row.values()));
    if (row.has('specification')) patterns.push({ sample, row });
  }
  const standardChanges = listed ? readStandardSheet(sheets, problems, listed) : [];
  const byCode = standardsByCode(
    standards,
    standardChanges.map(({ id, after }) => ({ ...after, id })),
  );
  const { parameterCount, newParameters } = readParameters(sheets, draft, problems, byCode, newId);
  readProperties(sheets, draft, problems, newId);
  readMaterials(sheets, draft, problems, [...materials, ...draft.added]);
  const pictures = knownPictures(samples, pictureKeys);
  readRequirements(sheets, draft, problems, { newId, clean, pictures });
  readExamples(sheets, draft, problems, pictures);
  readPatterns(patterns, draft, newId);

  const changes = [...samples, ...draft.added].flatMap((sample): SampleChange[] => {
    const after = draft.changed(sample);
    const before = draft.added.includes(sample) ? null : factsOf(sample);
    if (!after || sameFacts(after, before)) return [];
    for (const found of catalogueSampleProblems(after)) tellAt(draft, found, after, sample.id);
    const tooMuch = sizeProblem(after);
    if (tooMuch) draft.rowOf(sample.id)?.refuse('sampleCode', tooMuch);
    outdated.get(sample.id)?.refuse('mark', problem('CELL_CHANGED_SINCE'));
    return [{ id: sample.id, before, after }];
  });
  const categories = template ? readCategories(sheets, template, problems) : [];
  const lists = template ? readLists(sheets, template, problems) : [];
  const packChanges = readPacks(sheets, draft, problems, { packs, held: heldPacks, newId });
  const accessoryTypes = kinds ? readAccessoryTypes(sheets, problems, kinds) : null;
  const all: WorkbookChanges = {
    changes,
    lists,
    categories,
    packs: packChanges,
    standards: standardChanges,
    accessoryTypes,
  };
  return {
    ...(problems.length === 0 ? all : NOTHING),
    problems: problems.toSorted(byPlace),
    samples: draft.samplesNamed,
    parameters: parameterCount,
    newParameters,
  };
};

/** A problem of a sample as a whole, at the cell it comes from. */
const tellAt = (draft: WorkbookDraft, found: Problem, after: CatalogueSample, sampleId: string): void => {
  const [, list, place, member = ''] = /^(parameters|properties|materials)\.(\d+)\.(\w+)$/.exec(found.path ?? '') ?? [];
  const at = Number(place);
  const id =
    list === 'parameters'
      ? after.parameters[at]?.id
      : list === 'properties'
        ? after.properties[at]?.testSamplePropertyId
        : list === 'materials'
          ? after.materials[at]?.id
          : undefined;
  const row = (id === undefined ? undefined : draft.placeOf(`${sampleId}/${id}`)) ?? draft.rowOf(sampleId);
  row?.refuse(id === undefined ? (found.path ?? '') : member, { code: found.code, params: found.params });
};

const sampleWith = (
  sample: CatalogueSample,
  {
    sampleName,
    description,
    sampleNumUnit,
    delegatesNumUnit,
    defaultDelegatesNum,
    countRequire,
    sampleStatusRequire,
    otherRequire,
    orderIndex,
  }: Record<string, CellValue>,
): CatalogueSample => ({
  ...sample,
  ...(typeof sampleName === 'string' ? { name: sampleName } : {}),
  ...(typeof sampleNumUnit === 'string' ? { sampleNumUnit } : {}),
  ...(typeof delegatesNumUnit === 'string' ? { delegatesNumUnit } : {}),
  ...(defaultDelegatesNum === undefined ? {} : { defaultDelegatesNum: numberOrNull(defaultDelegatesNum) }),
  ...(typeof orderIndex === 'number' ? { orderNum: orderIndex } : {}),
  ...optionalTexts(sample, { description, countRequire, sampleStatusRequire, otherRequire }),
});

/** A text that was never there is not there either when its cell is empty. */
const optionalTexts = (
  sample: CatalogueSample,
  texts: { [Member in 'description' | 'countRequire' | 'sampleStatusRequire' | 'otherRequire']: CellValue | undefined },
): Partial<CatalogueSample> =>
  Object.fromEntries(
    Object.entries(texts).filter(
      ([member, text]) => typeof text === 'string' && text !== (sample[member as keyof typeof texts] ?? ''),
    ),
  );

const factsOf = ({ id: _, mark: __, link: ___, ...sample }: SheetSample): CatalogueSample => sample;

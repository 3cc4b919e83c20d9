import type { CatalogueParameter, CatalogueSample } from '#events';
import type { CategoryRow, StandardRow } from '../../catalogue/catalogue-views.js';
import { categoryPaths, categoryPathText } from '../../catalogue/sample-tree.js';
import { isJsonEqual } from '../../rules/equality.js';
import { type Problem, problem } from '../../rules/rule-broken.js';
import { toSingleLine, normalizedCode } from '../../text/text.js';
import { alreadyAddedProblem, type ExistingItem, eventSizeProblem } from '../catalogue-items.js';
import { ownPriceText, sharedPriceOfParameter } from '../parameters.js';
import { collectPictures } from '../sample-changes.js';
import { catalogueSampleProblems, newSample } from '../samples.js';
import { type CellValue, numberOrNull, standardsByCode } from './cells.js';
import { kindWordOf, type SheetSample } from './column.js';
import { WorkbookDraft } from './draft.js';
import type { PictureKeys } from './form-columns.js';
import type { SheetPack } from './list-columns.js';
import { readExamples, readMaterials, readPatterns, readProperties } from './read-forms.js';
import {
  type AccessoryChange,
  type CategoryChange,
  type ListChange,
  readAccessoryTypes,
  readCategories,
  type ListsToRead,
  readLists,
} from './read-lists.js';
import { type PackChange, readPacks, readStandardSheet, type StandardChange } from './read-packs-and-standards.js';
import { readParameters, readRequirements } from './read-parameters.js';
import { compareByLocation, type CellProblem, type ReadSheet, readRows, type SheetRow } from './rows.js';
import { SAMPLE_SHEET, sampleColumns, type SheetMaterial } from './sample-columns.js';

/**
 * What is needed to add samples: the categories, the codes (half-width, without blanks) of samples that are not offered
 * now, all existing samples, and the number of samples that the owner may still add (`room`).
 */
export type NewSamples = {
  categories: readonly CategoryRow[];
  usedCodes: ReadonlySet<string>;
  existingSamples: readonly ExistingItem[];
  room: number;
  newId(code: string): string;
};

/** The maximum of new samples in one workbook. */
const MAX_NEW_SAMPLES = 500;
/** The maximum of a unit's own samples, beside those of the template. */
const MAX_OWN_SAMPLES = 2000;

/** The number of own samples that a unit may still add. The template has no such limit. */
export const remainingOwnSamples = (leaves: readonly { origin: 'template' | 'copy' | 'own' }[]): number =>
  MAX_OWN_SAMPLES - leaves.filter(({ origin }) => origin === 'own').length;

/** The problem of a unit that has reached the maximum of its own samples. */
export const tooManyOwnSamples = (): Problem => problem('TOO_MANY_OWN_SAMPLES', { max: MAX_OWN_SAMPLES });

/**
 * The sample that a row with an unknown code adds. Such a row has a category, given by its path with or without the
 * sample's own name, and no version mark, because only exported rows have one. Any other row gets a problem, and the
 * result is null. `addedCount` is the number of samples added before.
 */
export const readNewSample = (
  row: SheetRow,
  newSamples: NewSamples | undefined,
  addedCount: number,
): SheetSample | null => {
  const [sampleCode, name, path] = [row.text('sampleCode'), row.text('sampleName'), row.text('category')];
  if (!newSamples || sampleCode === '' || path === '' || row.text('mark') !== '') {
    row.refuse('sampleCode', problem('CELL_SAMPLE_UNKNOWN'));
    return null;
  }
  if (newSamples.usedCodes.has(normalizedCode(sampleCode))) {
    row.refuse('sampleCode', problem('SAMPLE_CODE_TAKEN', { code: sampleCode }));
    return null;
  }
  if (addedCount >= Math.min(MAX_NEW_SAMPLES, newSamples.room)) {
    row.refuse(
      'sampleCode',
      newSamples.room < MAX_NEW_SAMPLES
        ? tooManyOwnSamples()
        : problem('TOO_MANY_NEW_SAMPLES', { max: MAX_NEW_SAMPLES }),
    );
    return null;
  }
  const id = newSamples.newId(sampleCode);
  const before = alreadyAddedProblem(id, newSamples.existingSamples);
  if (before) {
    row.refuse('sampleCode', before);
    return null;
  }
  const paths = categoryPaths(newSamples.categories);
  const linkOf = ({ id }: CategoryRow, ...extraNames: string[]) =>
    toSingleLine(categoryPathText([...(paths.get(id) ?? []), ...extraNames]));
  const matches = newSamples.categories.filter(
    (category) => path === linkOf(category) || path === linkOf(category, name),
  );
  const category = matches.length === 1 ? matches[0] : matches.find((each) => kindWordOf(each) === row.text('kind'));
  if (!category) {
    row.refuse('category', problem('CELL_CATEGORY_UNKNOWN'));
    return null;
  }
  const { id: categoryId, bigCategoryId, isLocaleItem, qualificationIds } = category;
  return {
    ...newSample(id),
    id,
    mark: '',
    sampleCode,
    testUnitSampleSysCode: sampleCode,
    name,
    categoryId,
    bigCategoryId,
    isLocaleItem,
    qualificationIds,
    sampleNameLink: linkOf(category, name),
  };
};

/** A sample that the workbook changes, before and after. `before` is null for a new sample. */
export type SampleChange = { id: string; before: CatalogueSample | null; after: CatalogueSample };

/** All changes of a workbook, by the streams that store them. */
export type WorkbookChanges = {
  changes: SampleChange[];
  lists: ListChange[];
  categories: CategoryChange[];
  packs: PackChange[];
  standards: StandardChange[];
  accessoryTypes: AccessoryChange | null;
};

const NO_CHANGES: WorkbookChanges = {
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
  /** Samples that may be raw materials, if different from `samples`. */
  materials?: readonly SheetMaterial[];
  /** The id of a sample's new entry with this code. */
  newId(sampleId: string, code: string): string;
  /** Dictionaries, qualifications and the sample tree. */
  template?: ListsToRead;
  /** Where samples may be added. Without it, none may be added. */
  newSamples?: NewSamples;
  packs?: readonly SheetPack[];
  /** All existing packs, including renamed and deleted ones. */
  existingPacks?: readonly ExistingItem[];
  /** The list of standards, which has its own sheet. */
  standardList?: Parameters<typeof readStandardSheet>[2];
  accessoryTypes?: Parameters<typeof readAccessoryTypes>[2];
  /** The keys of pictures that are embedded in the catalogue. */
  pictures?: PictureKeys;
  /** Sanitizes rich text for storage. */
  sanitize?(html: string): string;
};

/**
 * The changes of a catalogue by a workbook. Rows are matched by code. Samples, entries and columns missing from the
 * workbook stay unchanged; a parameter with a new code, a property with a new name and a raw material with another code
 * are added. All problems of cells are reported. If there is any, the result has no changes.
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
    existingPacks = packs,
    standardList,
    accessoryTypes: accessoryTypesToRead,
    pictures: pictureKeys = { digest: (image) => image },
    sanitize = (html) => html,
  }: Catalogue,
): WorkbookReading => {
  const problems: CellProblem[] = [];
  const draft = new WorkbookDraft(samples);
  /** Rows with an outdated version mark. They get a problem if the workbook changes the sample. */
  const outdated = new Map<string, SheetRow>();
  const patterns: { sample: SheetSample; row: SheetRow }[] = [];

  for (const row of readRows(sheets, SAMPLE_SHEET, sampleColumns, ['sampleCode'], problems)) {
    const existing = draft.findByCode(row.text('sampleCode'));
    const sample = existing ?? readNewSample(row, newSamples, draft.addedSamples.length);
    if (!sample) continue;
    if (!existing) draft.add(sample);
    if (draft.rowOfEntry(sample.id)) {
      row.refuse('sampleCode', problem('CELL_TWICE'));
      continue;
    }
    draft.setEntryRow(sample.id, row);
    if (row.text('mark') !== '' && row.text('mark') !== sample.mark) outdated.set(sample.id, row);
    draft.saveSample(sample.id, withRowValues(draft.currentSample(sample), row.values()));
    if (row.has('specification')) patterns.push({ sample, row });
  }
  const standardChanges = standardList ? readStandardSheet(sheets, problems, standardList) : [];
  const byCode = standardsByCode(
    standards,
    standardChanges.map(({ id, after }) => ({ ...after, id })),
  );
  const { parameterCount, newParameters } = readParameters(sheets, draft, problems, byCode, newId);
  readProperties(sheets, draft, problems, newId);
  readMaterials(sheets, draft, problems, [...materials, ...draft.addedSamples]);
  const pictures = collectPictures(samples, pictureKeys);
  readRequirements(sheets, draft, problems, { newId, sanitize, pictures });
  readExamples(sheets, draft, problems, pictures);
  readPatterns(patterns, draft, newId);

  const changes = [...samples, ...draft.addedSamples].flatMap((sample): SampleChange[] => {
    const after = draft.changedSample(sample);
    const before = draft.addedSamples.includes(sample) ? null : factsOf(sample);
    if (!after || isJsonEqual(after, before)) return [];
    for (const sampleProblem of catalogueSampleProblems(after)) reportAtCell(draft, sampleProblem, after, sample.id);
    const sizeProblem = eventSizeProblem(after);
    if (sizeProblem) draft.rowOfSample(sample.id)?.refuse('sampleCode', sizeProblem);
    outdated.get(sample.id)?.refuse('mark', problem('CELL_CHANGED_SINCE'));
    return [{ id: sample.id, before, after }];
  });
  const categories = template ? readCategories(sheets, template, problems) : [];
  const lists = template ? readLists(sheets, template, problems) : [];
  const packChanges = readPacks(sheets, draft, problems, { packs, existingPacks, newId });
  const accessoryTypes = accessoryTypesToRead ? readAccessoryTypes(sheets, problems, accessoryTypesToRead) : null;
  const all: WorkbookChanges = {
    changes,
    lists,
    categories,
    packs: packChanges,
    standards: standardChanges,
    accessoryTypes,
  };
  return {
    ...(problems.length === 0 ? all : NO_CHANGES),
    problems: problems.toSorted(compareByLocation),
    samples: draft.samplesNamed,
    parameters: parameterCount,
    newParameters,
  };
};

/** Reports a problem of a whole sample at the cell that causes it. */
const reportAtCell = (draft: WorkbookDraft, sampleProblem: Problem, after: CatalogueSample, sampleId: string): void => {
  const [, list, place, member = ''] =
    /^(parameters|properties|materials)\.(\d+)\.(\w+)$/.exec(sampleProblem.path ?? '') ?? [];
  const index = Number(place);
  const id =
    list === 'parameters'
      ? after.parameters[index]?.id
      : list === 'properties'
        ? after.properties[index]?.testSamplePropertyId
        : list === 'materials'
          ? after.materials[index]?.id
          : undefined;
  const row = (id === undefined ? undefined : draft.rowOfEntry(`${sampleId}/${id}`)) ?? draft.rowOfSample(sampleId);
  row?.refuse(id === undefined ? (sampleProblem.path ?? '') : member, {
    code: sampleProblem.code,
    params: sampleProblem.params,
  });
};

const withRowValues = (
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

/** An empty cell does not add an absent text. */
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

/** A price that a workbook removes or sets to 0. `old` and `now` are in yuan, empty without a price. */
export type EmptiedPrice = {
  sampleId: string;
  sampleCode: string;
  sampleName: string;
  testParamCode: string;
  paramName: string;
  member: 'price' | 'sharedPrice';
  old: string;
  now: string;
};

const PRICES = { price: ownPriceText, sharedPrice: sharedPriceOfParameter } as const;

/**
 * Prices that an import removes or sets to 0. A wrong formula has the same effect, so the user must confirm each of
 * them. A parameter's first price needs a confirmation only if it is 0.
 */
export const findEmptiedPrices = (changes: readonly SampleChange[]): EmptiedPrice[] =>
  changes.flatMap(({ id, before, after }) => {
    const previousById = new Map(before?.parameters.map((parameter) => [parameter.id, parameter]));
    return after.parameters.flatMap((parameter) =>
      (['price', 'sharedPrice'] as const).flatMap((member): EmptiedPrice[] => {
        const [previous, current] = [priceOf(previousById.get(parameter.id), member), priceOf(parameter, member)];
        if (
          current === previous ||
          !(current === '' || isZero(current)) ||
          (current === '' && isZero(previous)) ||
          (isZero(current) && isZero(previous))
        )
          return [];
        return [
          {
            sampleId: id,
            sampleCode: after.sampleCode,
            sampleName: after.name,
            testParamCode: parameter.code,
            paramName: parameter.displayName || parameter.name,
            member,
            old: previous,
            now: current,
          },
        ];
      }),
    );
  });

const priceOf = (parameter: CatalogueParameter | undefined, member: EmptiedPrice['member']): string =>
  parameter ? PRICES[member](parameter) : '';

const isZero = (price: string): boolean => price !== '' && Number(price) === 0;

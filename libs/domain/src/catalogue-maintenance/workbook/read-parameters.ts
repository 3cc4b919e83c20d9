import type { CatalogueParameter, CatalogueSample } from '#events';
import { imageAddressesIn } from '../../files/images.js';
import { isJsonEqual } from '../../rules/equality.js';
import { problem } from '../../rules/rule-broken.js';
import { isBlank, lengthOf, normalizedCode, normalizedLine } from '../../text/text.js';
import { alreadyAddedProblem } from '../catalogue-items.js';
import { applyParameterPatch, scriptDescriptionOf, scriptPriceProblems, type ParameterPatch } from '../parameters.js';
import type { CataloguePictures } from '../sample-changes.js';
import { CATALOGUE_LIMITS } from '../samples.js';
import {
  type CellValue,
  entryWithCode,
  numberOrNull,
  offeredStandardsOf,
  readStandards,
  isSameOffer,
  type StandardsByCode,
} from './cells.js';
import type { WorkbookDraft } from './draft.js';
import { codesOfParameters, REQUIREMENT_SHEET, requirementColumns } from './list-columns.js';
import { type CellProblem, type ReadSheet, readRows, type SheetRow } from './rows.js';
import { PARAMETER_SHEET, parameterColumns } from './sample-columns.js';

/** Reads parameters with prices and standards. A row is matched by sample and code; a new code adds a parameter. */
export const readParameters = (
  sheets: readonly ReadSheet[],
  draft: WorkbookDraft,
  problems: CellProblem[],
  byCode: StandardsByCode,
  newId: (sampleId: string, code: string) => string,
) => {
  let [parameterCount, newParameters] = [0, 0];
  for (const row of readRows(sheets, PARAMETER_SHEET, parameterColumns, ['sampleCode', 'testParamCode'], problems)) {
    const code = row.text('testParamCode');
    const sample = draft.entryOf(row, 'testParamCode', (id) => `${id}/parameters/${normalizedCode(code)}`);
    if (!sample) continue;
    parameterCount += 1;
    const current = draft.currentSample(sample);
    const before = entryWithCode(current.parameters, code);
    if (!before && current.parameters.length >= CATALOGUE_LIMITS.parameters) {
      row.refuse('testParamCode', problem('TOO_MANY_PARAMETERS', { max: CATALOGUE_LIMITS.parameters }));
      continue;
    }
    const id = before?.id ?? newId(sample.id, code);
    const duplicate = before
      ? null
      : alreadyAddedProblem(
          id,
          current.parameters.map((parameter) => ({ id: parameter.id, name: `${parameter.code} ${parameter.name}` })),
        );
    if (duplicate) {
      row.refuse('testParamCode', duplicate);
      continue;
    }
    if (!before) newParameters += 1;
    const after = applyParameterPatch(
      {
        ...toParameterPatch(row.values()),
        ...readScriptPatch(row, before),
        ...readStandardsPatch(row, before, byCode),
        testParamCode: before?.code ?? code,
      },
      before ?? id,
    );
    if (!isJsonEqual(after.prices, before?.prices))
      for (const { path = '', ...priceProblem } of scriptPriceProblems(after)) row.refuse(path, priceProblem);
    draft.setEntryRow(`${sample.id}/${id}`, row);
    draft.saveSample(sample.id, {
      ...current,
      parameters: before
        ? current.parameters.map((parameter) => (parameter.id === id ? after : parameter))
        : [...current.parameters, after],
    });
  }
  return { parameterCount, newParameters };
};

const toParameterPatch = ({
  name,
  displayName,
  description,
  price,
  sharedPrice,
  sharedPriceQualifier,
  testQuantity,
  shareTestQuantity,
  shareTestQuantityIdent,
  unitMeasure,
  paramWorkDay,
  offered,
  num,
}: Record<string, CellValue>): ParameterPatch => ({
  ...(typeof name === 'string' ? { name } : {}),
  ...(typeof displayName === 'string' ? { displayName } : {}),
  ...(typeof description === 'string' ? { description } : {}),
  ...(typeof price === 'string' ? { price } : {}),
  ...(typeof sharedPrice === 'string' ? { sharedPrice } : {}),
  ...(typeof sharedPriceQualifier === 'string' ? { sharedPriceQualifier } : {}),
  ...(testQuantity === undefined ? {} : { testQuantity: numberOrNull(testQuantity) }),
  ...(shareTestQuantity === undefined ? {} : { shareTestQuantity: numberOrNull(shareTestQuantity) }),
  ...(typeof shareTestQuantityIdent === 'string' ? { shareTestQuantityIdent } : {}),
  ...(typeof unitMeasure === 'string' ? { unitMeasure } : {}),
  ...(paramWorkDay === undefined ? {} : { paramWorkDay: numberOrNull(paramWorkDay) }),
  ...(typeof offered === 'boolean' ? { offered } : {}),
  ...(typeof num === 'number' ? { num } : {}),
});

/**
 * A text changes the text of an existing script, or makes the price a price by script. An emptied cell does not remove
 * a script; that is done in the console.
 */
const readScriptPatch = (
  row: SheetRow,
  before: CatalogueParameter | null,
): Pick<ParameterPatch, 'scriptDescription'> => {
  if (!row.has('scriptDescription')) return {};
  const [previous, text] = [before && scriptDescriptionOf(before), row.text('scriptDescription')];
  if (text === '' && (previous ?? '') !== '') row.refuse('scriptDescription', problem('CELL_DELETES_NOTHING'));
  // An unchanged text is passed as well. Otherwise an emptied price would remove it.
  return text === ''
    ? {}
    : { scriptDescription: previous !== null && text === normalizedLine(previous) ? previous : text };
};

const readStandardsPatch = (
  row: SheetRow,
  before: CatalogueParameter | null,
  byCode: StandardsByCode,
): Pick<ParameterPatch, 'standards'> => {
  if (!row.has('basis') || !row.has('evaluation')) return {};
  const [basis, evaluation] = (['basis', 'evaluation'] as const).map((key) => {
    const { references, unknownCodes } = readStandards(row.text(key), byCode, before?.standards);
    for (const code of unknownCodes) row.refuse(key, problem('CELL_STANDARD_UNKNOWN', { code }));
    return references;
  });
  const standards = offeredStandardsOf(basis ?? [], evaluation ?? [], before);
  return before && isSameOffer(standards, before.standards) ? {} : { standards };
};

const MAX_PARAMETERS = 200;

type Requirement = CatalogueSample['requirements'][number];
type RequirementContext = {
  newId(sampleId: string, code: string): string;
  sanitize(html: string): string;
  pictures: CataloguePictures;
};

/**
 * Reads the receiving requirements of a whole sample or of some of its parameters. A row is matched by its number; a
 * row without a number is new. The import removes no requirements, because a removal needs a reason.
 */
export const readRequirements = (
  sheets: readonly ReadSheet[],
  draft: WorkbookDraft,
  problems: CellProblem[],
  { newId, sanitize, pictures }: RequirementContext,
): void => {
  const readIds = new Set<string>();
  for (const row of readRows(sheets, REQUIREMENT_SHEET, requirementColumns, ['sampleCode', 'text'], problems)) {
    const sample = draft.sampleOf(row);
    if (!sample) continue;
    const current = draft.currentSample(sample);
    const number = row.text('id');
    const id = number || newId(sample.id, `requirement/${row.text('params')}/${row.text('text')}`);
    if (readIds.has(`${sample.id}/${id}`)) {
      row.refuse('id', problem('CELL_TWICE'));
      continue;
    }
    readIds.add(`${sample.id}/${id}`);
    const before = current.requirements.find((each) => each.id === id);
    if (number !== '' && !before) {
      row.refuse('id', problem('CELL_NUMBER_UNKNOWN'));
      continue;
    }
    if (!before && current.requirements.length >= MAX_PARAMETERS) {
      row.refuse('text', problem('TOO_MANY_ENTRIES', { max: MAX_PARAMETERS }));
      continue;
    }
    const after = readRequirement(
      row,
      before ?? { id, paramIds: [], defaultSampleDescription: '', orderNum: current.requirements.length + 1 },
      !before,
      current,
      { sanitize, pictures },
    );
    if (!after) continue;
    // The id of a row without a number is derived from its content. If the stored content differs, somebody has changed
    // it since.
    const conflict =
      number === '' && before && !isJsonEqual(after, { ...before, orderNum: after.orderNum })
        ? alreadyAddedProblem(id, [{ id, name: textOf(before.defaultSampleDescription) }])
        : null;
    if (conflict) {
      row.refuse('text', conflict);
      continue;
    }
    draft.saveSample(sample.id, {
      ...current,
      requirements: before
        ? current.requirements.map((each) => (each === before ? after : each))
        : [...current.requirements, after],
    });
  }
};

/** The requirement of a row; null if the row has a problem. Unchanged text is not cleaned again. */
const readRequirement = (
  row: SheetRow,
  before: Requirement,
  isNew: boolean,
  sample: CatalogueSample,
  { sanitize, pictures }: Pick<RequirementContext, 'sanitize' | 'pictures'>,
): Requirement | null => {
  const { num, params } = row.values();
  const text =
    row.text('text') === normalizedLine(before.defaultSampleDescription)
      ? before.defaultSampleDescription
      : sanitize(row.text('text'));
  const codes = Array.isArray(params) ? params : null;
  const unknownCodes = (codes ?? []).filter((code) => !entryWithCode(sample.parameters, code));
  for (const code of unknownCodes) row.refuse('params', problem('CELL_PARAMETER_UNKNOWN', { code }));
  const isTooLong = lengthOf(text) > CATALOGUE_LIMITS.requirements;
  if (isTooLong) row.refuse('text', problem('TEXT_TOO_LONG', { max: CATALOGUE_LIMITS.requirements }));
  const isEmptied = isBlank(text) && (isNew || before.defaultSampleDescription !== '');
  if (isEmptied) row.refuse('text', problem(isNew ? 'CATALOGUE_TEXT_REQUIRED' : 'CELL_DELETES_NOTHING'));
  const previousPictures = findEmbedded(sanitize(before.defaultSampleDescription));
  const isForeign =
    text !== before.defaultSampleDescription &&
    !(
      imageAddressesIn(text).every((address) => pictures.addresses.has(address)) &&
      findEmbedded(text).every((picture) => previousPictures.includes(picture))
    );
  if (isForeign) row.refuse('text', problem('CELL_PICTURE_UNKNOWN'));
  if (isEmptied || isTooLong || isForeign || unknownCodes.length > 0) return null;
  const isSame = !codes || codes.join('\n') === codesOfParameters(before.paramIds, sample).join('\n');
  const paramIds = isSame ? before.paramIds : codes.flatMap((code) => entryWithCode(sample.parameters, code)?.id ?? []);
  return { ...before, paramIds, defaultSampleDescription: text, ...(typeof num === 'number' ? { orderNum: num } : {}) };
};

/** Pictures embedded in a cleaned text. A row can keep those it has but cannot add any. */
const findEmbedded = (html: string): string[] =>
  [...html.matchAll(/<img [^>]*?src="(data:[^"]*)"/g)].map(([, source]) => source ?? '');

/** The start of a requirement's text, for messages. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .trim()
    .slice(0, 40);

import type { CatalogueParameter } from '#events';
import { problem } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';
import { normalizedCode, normalizedLine } from '../text/text.js';
import { addedBefore } from './added-before.js';
import { parameterWith, scriptDescriptionOf, type TypedParameter } from './parameter-facts.js';
import { CATALOGUE_LIMITS } from './sample-problems.js';
import { scriptPriceProblems } from './script-price.js';
import {
  type CellValue,
  numberOrNull,
  offeredBy,
  readStandards,
  sameOffer,
  type StandardsByCode,
  withCode,
} from './workbook-cells.js';
import { parameterColumns, PARAMETER_SHEET } from './workbook-columns.js';
import type { WorkbookDraft } from './workbook-draft.js';
import { type CellProblem, type ReadSheet, rowsIn, type SheetRow } from './workbook-rows.js';

/** Parameters with prices and standards: rows are found by sample and code; a new code adds one. */
export const readParameters = (
  sheets: readonly ReadSheet[],
  draft: WorkbookDraft,
  problems: CellProblem[],
  byCode: StandardsByCode,
  newId: (sampleId: string, code: string) => string,
) => {
  let [parameterCount, newParameters] = [0, 0];
  for (const row of rowsIn(sheets, PARAMETER_SHEET, parameterColumns, ['sampleCode', 'testParamCode'], problems)) {
    const code = row.text('testParamCode');
    const sample = draft.entryOf(row, 'testParamCode', (id) => `${id}/parameters/${normalizedCode(code)}`);
    if (!sample) continue;
    parameterCount += 1;
    const now = draft.now(sample);
    const before = withCode(now.parameters, code);
    if (!before && now.parameters.length >= CATALOGUE_LIMITS.parameters) {
      row.refuse('testParamCode', problem('TOO_MANY_PARAMETERS', { max: CATALOGUE_LIMITS.parameters }));
      continue;
    }
    const id = before?.id ?? newId(sample.id, code);
    const heldBy = before
      ? null
      : addedBefore(
          id,
          now.parameters.map((parameter) => ({ id: parameter.id, name: `${parameter.code} ${parameter.name}` })),
        );
    if (heldBy) {
      row.refuse('testParamCode', heldBy);
      continue;
    }
    if (!before) newParameters += 1;
    const after = parameterWith(
      {
        ...typedBy(row.values()),
        ...scriptBy(row, before),
        ...standardsBy(row, before, byCode),
        testParamCode: before?.code ?? code,
      },
      before ?? id,
    );
    if (!sameFacts(after.prices, before?.prices))
      for (const { path = '', ...wrong } of scriptPriceProblems(after)) row.refuse(path, wrong);
    draft.stands(`${sample.id}/${id}`, row);
    draft.put(sample.id, {
      ...now,
      parameters: before
        ? now.parameters.map((parameter) => (parameter.id === id ? after : parameter))
        : [...now.parameters, after],
    });
  }
  return { parameterCount, newParameters };
};

const typedBy = ({
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
}: Record<string, CellValue>): TypedParameter => ({
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

/** Words of a script that is there are changed, others make the price one by script. An emptied cell ends none: that is done in the console. */
const scriptBy = (row: SheetRow, before: CatalogueParameter | null): Pick<TypedParameter, 'scriptDescription'> => {
  if (!row.has('scriptDescription')) return {};
  const [old, words] = [before && scriptDescriptionOf(before), row.text('scriptDescription')];
  if (words === '' && (old ?? '') !== '') row.refuse('scriptDescription', problem('CELL_DELETES_NOTHING'));
  // Said again where they are the same: with an emptied price they would go with it.
  return words === '' ? {} : { scriptDescription: old !== null && words === normalizedLine(old) ? old : words };
};

const standardsBy = (
  row: SheetRow,
  before: CatalogueParameter | null,
  byCode: StandardsByCode,
): Pick<TypedParameter, 'standards'> => {
  if (!row.has('basis') || !row.has('evaluation')) return {};
  const [basis, evaluation] = (['basis', 'evaluation'] as const).map((key) => {
    const { found, unknown } = readStandards(row.text(key), byCode, before?.standards);
    for (const code of unknown) row.refuse(key, problem('CELL_STANDARD_UNKNOWN', { code }));
    return found;
  });
  const standards = offeredBy(basis ?? [], evaluation ?? [], before);
  return before && sameOffer(standards, before.standards) ? {} : { standards };
};

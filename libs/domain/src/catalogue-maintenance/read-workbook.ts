import type { CatalogueParameter, CatalogueSample } from '#events';
import type { StandardRow } from '../catalogue/catalogue-views.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';
import { parameterWith, type TypedParameter } from './parameter-facts.js';
import { CATALOGUE_LIMITS, catalogueSampleProblems } from './sample-problems.js';
import { type CellValue, offeredBy, readCell, readStandards, sameOffer, standardsByCode } from './workbook-cells.js';
import { parameterColumns, PARAMETER_SHEET, sampleColumns, SAMPLE_SHEET, type SheetColumn, type SheetSample } from './workbook-columns.js';

/** A sheet as it was read: texts, trimmed; `number` as the spreadsheet counts rows, from 1. */
export type ReadSheet = { name: string; rows: { number: number; cells: string[] }[] };

/** What is wrong with one cell, and where it stands: the column as a letter with its head. */
export type CellProblem = { sheet: string; row: number; column: string; head: string; value: string; problem: Problem };

/** A sample that the workbook changes, before and after. */
export type SampleChange = { id: string; before: CatalogueSample; after: CatalogueSample };

export type WorkbookReading = { changes: SampleChange[]; problems: CellProblem[]; samples: number; parameters: number; newParameters: number };

type Catalogue = {
  samples: readonly SheetSample[];
  standards: readonly StandardRow[];
  /** Id of a parameter that a sample gets by this code. */
  newId(sampleId: string, code: string): string;
};

/**
 * What a workbook would make of a catalogue. Rows are found by code; samples, parameters and columns that are not in it stay as they are; a parameter
 * with a new code is added. Every cell that is wrong is told, and `changes` count only when none is.
 */
export const readWorkbook = (sheets: readonly ReadSheet[], { samples, standards, newId }: Catalogue): WorkbookReading => {
  const problems: CellProblem[] = [];
  const byCode = standardsByCode(standards);
  const known = new Map(samples.map((sample) => [sample.sampleCode, sample]));
  const changed = new Map<string, CatalogueSample>();
  const nowOf = (sample: SheetSample): CatalogueSample => changed.get(sample.id) ?? factsOf(sample);
  /** Exported before somebody changed them: refused where the workbook would change them too. */
  const outdated = new Map<string, Place>();
  let newParameters = 0;
  /** Where a sample's parameters come from, to tell late problems at their cell. */
  const rowsOfSample = new Map<string, Place>();

  for (const row of rowsIn(sheets, SAMPLE_SHEET, sampleColumns, ['sampleCode'], problems)) {
    const sample = known.get(row.text('sampleCode'));
    if (!sample) { row.refuse('sampleCode', problem('CELL_SAMPLE_UNKNOWN')); continue; }
    if (rowsOfSample.has(sample.id)) { row.refuse('sampleCode', problem('CELL_TWICE')); continue; }
    rowsOfSample.set(sample.id, row);
    if (row.text('mark') !== '' && row.text('mark') !== sample.mark) outdated.set(sample.id, row);
    changed.set(sample.id, sampleWith(factsOf(sample), row.values()));
  }

  const seen = new Set<string>();
  const placeOf = new Map<string, Place>();
  let parameterCount = 0;
  for (const row of rowsIn(sheets, PARAMETER_SHEET, parameterColumns, ['sampleCode', 'testParamCode'], problems)) {
    const sample = known.get(row.text('sampleCode'));
    if (!sample) { row.refuse('sampleCode', problem('CELL_SAMPLE_UNKNOWN')); continue; }
    const code = row.text('testParamCode');
    if (code === '') { row.refuse('testParamCode', problem('CATALOGUE_TEXT_REQUIRED')); continue; }
    if (seen.has(`${sample.id}/${code}`)) { row.refuse('testParamCode', problem('CELL_TWICE')); continue; }
    seen.add(`${sample.id}/${code}`);
    parameterCount += 1;
    const now = nowOf(sample);
    const before = now.parameters.find((parameter) => parameter.code === code) ?? null;
    if (!before && now.parameters.length >= CATALOGUE_LIMITS.parameters) { row.refuse('testParamCode', problem('TOO_MANY_PARAMETERS', { max: CATALOGUE_LIMITS.parameters })); continue; }
    if (!before) newParameters += 1;
    const id = before?.id ?? newId(sample.id, code);
    const after = parameterWith({ ...typedBy(row.values()), ...standardsBy(row, before, byCode), testParamCode: code }, before ?? id);
    placeOf.set(`${sample.id}/${id}`, row);
    changed.set(sample.id, { ...now, parameters: before ? now.parameters.map((parameter) => (parameter.id === id ? after : parameter)) : [...now.parameters, after] });
  }

  const changes = samples.flatMap((sample) => {
    const after = changed.get(sample.id);
    const before = factsOf(sample);
    if (!after || sameFacts(after, before)) return [];
    for (const found of catalogueSampleProblems(after)) tellAt(found, after, sample.id);
    outdated.get(sample.id)?.refuse('mark', problem('CELL_CHANGED_SINCE'));
    return [{ id: sample.id, before, after }];
  });
  return { changes: problems.length > 0 ? [] : changes, problems: problems.toSorted(byPlace), samples: rowsOfSample.size, parameters: parameterCount, newParameters };

  function tellAt(found: Problem, after: CatalogueSample, sampleId: string): void {
    const [, place, member = ''] = /^parameters\.(\d+)\.(\w+)$/.exec(found.path ?? '') ?? [];
    const parameter = place === undefined ? undefined : after.parameters[Number(place)];
    const row = parameter ? placeOf.get(`${sampleId}/${parameter.id}`) : rowsOfSample.get(sampleId);
    row?.refuse(parameter ? member : (found.path ?? ''), { code: found.code, params: found.params });
  }
};

type Place = { refuse(key: string, problem: Problem): void };
type Row = Place & { text(key: string): string; has(key: string): boolean; values(): Record<string, CellValue> };

const rowsIn = <Shown>(sheets: readonly ReadSheet[], name: string, columns: readonly SheetColumn<Shown>[], keys: readonly string[], problems: CellProblem[]): Row[] => {
  const sheet = sheets.find((each) => each.name.trim() === name);
  const [heads, ...rows] = sheet?.rows ?? [];
  if (!heads) return [];
  const places = new Map(columns.flatMap(({ key, head }) => { const at = heads.cells.indexOf(head); return at < 0 ? [] : [[key, at] as const]; }));
  const refuse = (row: number, at: number, head: string, value: string, found: Problem) => problems.push({ sheet: name, row, column: letterOf(at), head, value, problem: found });
  heads.cells.forEach((head, at) => { if (head !== '' && !columns.some((column) => column.head === head)) refuse(heads.number, at, head, head, problem('CELL_HEAD_UNKNOWN')); });
  const missing = columns.filter(({ key }) => keys.includes(key) && !places.has(key));
  for (const { head } of missing) refuse(heads.number, heads.cells.length, head, '', problem('CELL_HEAD_MISSING', { head }));
  if (missing.length > 0) return [];
  return rows.filter(({ cells }) => cells.some((cell) => cell !== '')).map(({ number, cells }): Row => {
    const text = (key: string) => { const at = places.get(key); return at === undefined ? '' : (cells[at] ?? ''); };
    const refuseCell = (key: string, found: Problem) => {
      const at = places.get(key) ?? places.get(keys[0] ?? '') ?? 0;
      refuse(number, at, heads.cells[at] ?? '', cells[at] ?? '', found);
    };
    return {
      text, refuse: refuseCell, has: (key) => places.has(key),
      values: () => Object.fromEntries(columns.flatMap(({ key, kind, readOnly }) => {
        if (!places.has(key) || readOnly || kind === 'standards') return [];
        const read = readCell(text(key), kind);
        if ('value' in read) return [[key, read.value]];
        refuseCell(key, read.problem);
        return [];
      })),
    };
  });
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

const standardsBy = (row: Row, before: CatalogueParameter | null, byCode: ReadonlyMap<string, StandardRow>): Pick<TypedParameter, 'standards'> => {
  if (!row.has('basis') || !row.has('evaluation')) return {};
  const [basis, evaluation] = (['basis', 'evaluation'] as const).map((key) => {
    const { found, unknown } = readStandards(row.text(key), byCode);
    for (const code of unknown) row.refuse(key, problem('CELL_STANDARD_UNKNOWN', { code }));
    return found;
  });
  const standards = offeredBy(basis ?? [], evaluation ?? [], before);
  return before && sameOffer(standards, before.standards) ? {} : { standards };
};

const factsOf = ({ id: _, mark: __, ...sample }: SheetSample): CatalogueSample => sample;
const numberOrNull = (value: CellValue): number | null => (typeof value === 'number' ? value : null);

/** 0 is A, 26 is AA. */
const letterOf = (at: number): string => (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

const byPlace = (left: CellProblem, right: CellProblem): number => (left.sheet === right.sheet ? left.row - right.row || left.column.length - right.column.length || (left.column < right.column ? -1 : 1) : left.sheet === SAMPLE_SHEET ? -1 : 1);

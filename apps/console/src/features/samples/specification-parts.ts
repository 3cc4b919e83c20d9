import { specificationTextOf } from '#domain';

/** One row of the specification dialog, as it is stored in specificationBuildMethod (001 SPM-014). */
export type SpecificationRow = {
  testSamplePropertyId: string | null;
  testSamplePropertySystemName: string;
  testSamplePropertyDisplayName: string;
  value: string;
  orderNum: number;
  /** 1 property, 2 connector, 3 custom. */
  infoType: number;
  listValue: string[];
  inputHistory: string[];
  unit: string;
  deleteAble: boolean;
};

export const CONNECTOR = 2;
const CUSTOM = 3;
/** 001 §9. */
const CUSTOM_VALUE = '-';

type Rule = { configData: readonly unknown[] } | undefined;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The rows of a unit's concatenation rule, its connectors in between. */
const rowsOfRule = (rule: Rule): SpecificationRow[] =>
  (rule?.configData ?? []).flatMap((given, index) => {
    if (typeof given !== 'object' || given === null) return [];
    const part = given as Record<string, unknown>;
    return [{
      testSamplePropertyId: typeof part['attributeId'] === 'string' && part['attributeId'] !== '' ? part['attributeId'] : null,
      testSamplePropertySystemName: text(part['systemFieldName']), testSamplePropertyDisplayName: text(part['displayName']) || text(part['name']),
      value: text(part['value']), orderNum: Number(part['orderNo'] ?? index + 1), infoType: Number(part['infoType'] ?? CUSTOM),
      listValue: list(part['listValue']), inputHistory: list(part['inputHistory']), unit: text(part['unit']), deleteAble: part['deleteAble'] === true,
    }];
  }).sort((left, right) => left.orderNum - right.orderNum);

const rowsOfStored = (stored: string): SpecificationRow[] | null => {
  try {
    const parsed: unknown = JSON.parse(stored);
    return Array.isArray(parsed) && parsed.length > 0 ? (parsed as Partial<SpecificationRow>[]).map((row, index) => ({
      testSamplePropertyId: row.testSamplePropertyId ?? null, testSamplePropertySystemName: text(row.testSamplePropertySystemName), testSamplePropertyDisplayName: text(row.testSamplePropertyDisplayName),
      value: text(row.value), orderNum: index + 1, infoType: Number(row.infoType ?? CUSTOM), listValue: list(row.listValue), inputHistory: list(row.inputHistory), unit: text(row.unit), deleteAble: row.deleteAble === true,
    })) : null;
  } catch {
    return null;
  }
};

/** The one row that stands for a specification without a rule; it cannot be deleted (SPM-008). */
const modelRow = (label: string, value: string): SpecificationRow => ({ testSamplePropertyId: null, testSamplePropertySystemName: '', testSamplePropertyDisplayName: label, value, orderNum: 1, infoType: CUSTOM, listValue: [], inputHistory: [], unit: '', deleteAble: false });

/** What the dialog opens with: what was stored, else the rule's parts, else one free row with the text so far. */
export const startingRows = (stored: string, rule: Rule, specificationType: string, modelLabel: string): SpecificationRow[] => {
  const kept = rowsOfStored(stored);
  if (kept) return kept;
  const ruled = specificationType === '' ? rowsOfRule(rule) : [];
  return ruled.length > 0 ? ruled : [modelRow(modelLabel, specificationType)];
};

const numbered = (rows: readonly SpecificationRow[]): SpecificationRow[] => rows.map((row, index) => ({ ...row, orderNum: index + 1 }));

export const valueSet = (rows: readonly SpecificationRow[], at: number, value: string): SpecificationRow[] => rows.map((row, index) => (index === at ? { ...row, value } : row));

export const addedAfter = (rows: readonly SpecificationRow[], at: number, label: string): SpecificationRow[] =>
  numbered([...rows.slice(0, at + 1), { ...modelRow(label, CUSTOM_VALUE), deleteAble: true }, ...rows.slice(at + 1)]);

/** Swaps a row with its neighbour. */
export const moved = (rows: readonly SpecificationRow[], at: number, by: -1 | 1): SpecificationRow[] => {
  const [row, other] = [rows[at], rows[at + by]];
  return row && other ? numbered(rows.map((one, index) => (index === at ? other : index === at + by ? row : one))) : [...rows];
};

export const deleted = (rows: readonly SpecificationRow[], at: number, modelLabel: string): SpecificationRow[] => {
  const left = numbered(rows.filter((_, index) => index !== at));
  return left.length > 0 ? left : [modelRow(modelLabel, '')];
};

/** A connector stands between values: next to nothing it says nothing, and trailing ones are no text. */
const speaking = (rows: readonly SpecificationRow[]): SpecificationRow[] =>
  rows.filter((row, index) => row.infoType !== CONNECTOR || (hasValue(rows.slice(0, index)) && hasValue(nextRun(rows, index))));
const hasValue = (rows: readonly SpecificationRow[]): boolean => rows.some((row) => row.infoType !== CONNECTOR && row.value !== '');
const nextRun = (rows: readonly SpecificationRow[], at: number): SpecificationRow[] => {
  const rest = rows.slice(at + 1);
  const next = rest.findIndex((row) => row.infoType === CONNECTOR);
  return next < 0 ? rest : rest.slice(0, next);
};

/** The combined specification, by the domain's rule (SPM-005). */
export const previewOf = (rows: readonly SpecificationRow[]): string => specificationTextOf(speaking(rows));

export const buildMethodOf = (rows: readonly SpecificationRow[]): string => JSON.stringify(rows);

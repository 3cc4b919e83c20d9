/** One row of the specification dialog, as `specificationBuildMethod` stores it (001 SPM-014). */
export type SpecificationProperty = {
  /** Id of the sample of the consignment. */
  buSampleInfoId: string;
  isJoinSpecification: boolean;
  /** Null for a connector, a custom part and the default row. */
  testSamplePropertyId: string | null;
  testSamplePropertySystemName: string;
  testSamplePropertyDisplayName: string;
  displayName: string;
  name: string;
  testSamplePropertyType: number;
  value: string;
  orderNum: number;
  inputHistory: string[];
  listValue: string[];
  isShowTest: boolean;
  /** 1 for a row that is not a property of the catalogue. */
  customized: number;
  infoType: number;
  dataType: number;
  deleteAble: boolean;
};

/** Kind of a row (`infoType`). */
export const PART = { property: 1, connector: 2, custom: 3 } as const;

/** Text of a connector, and value of a new custom part (001 §9). */
export const CONNECTOR_TEXT = ' ';
export const CUSTOM_VALUE = '-';

/** Labels of rows that are not in the catalogue, in the user's language: 连接符, 自定义, 规格型号. */
export type PartLabels = { connector: string; custom: string; model: string };

const FREE_TEXT = 1;

/** A row that is not a property of the catalogue. */
export const customRow = (
  buSampleInfoId: string,
  infoType: number,
  label: string,
  value: string,
  deleteAble: boolean,
): SpecificationProperty => ({
  buSampleInfoId,
  isJoinSpecification: false,
  testSamplePropertyId: null,
  testSamplePropertySystemName: '',
  testSamplePropertyDisplayName: label,
  displayName: label,
  name: label,
  testSamplePropertyType: FREE_TEXT,
  value,
  orderNum: 1,
  inputHistory: [],
  listValue: [],
  isShowTest: false,
  customized: 1,
  infoType,
  dataType: FREE_TEXT,
  deleteAble,
});

/** The only row of a specification without properties; it cannot be deleted (SPM-008). */
export const defaultRow = (buSampleInfoId: string, label: string, value = ''): SpecificationProperty =>
  customRow(buSampleInfoId, PART.custom, label, value, false);

export const renumberRows = (rows: readonly SpecificationProperty[]): SpecificationProperty[] =>
  rows.map((row, index) => ({ ...row, orderNum: index + 1 }));

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
const toTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
const toFlag = (value: unknown): boolean => value === true || value === 1;

/**
 * Parses the rows of `specificationBuildMethod`; empty for '' and for text that is not a JSON list of rows. Missing
 * members get their defaults.
 */
export const parseStoredRows = (specificationBuildMethod: string): SpecificationProperty[] => {
  const list = jsonList(specificationBuildMethod) ?? [];
  return list.flatMap((property, index) => {
    if (typeof property !== 'object' || property === null) return [];
    const row = property as Partial<Record<keyof SpecificationProperty, unknown>>;
    const label = toText(row.testSamplePropertyDisplayName) || toText(row.displayName) || toText(row.name);
    const id = toText(row.testSamplePropertyId) || null;
    const type = Number(row.testSamplePropertyType ?? FREE_TEXT);
    return [
      {
        buSampleInfoId: toText(row.buSampleInfoId),
        isJoinSpecification: toFlag(row.isJoinSpecification ?? id !== null),
        testSamplePropertyId: id,
        testSamplePropertySystemName: toText(row.testSamplePropertySystemName),
        testSamplePropertyDisplayName: label,
        displayName: toText(row.displayName) || label,
        name: toText(row.name) || label,
        testSamplePropertyType: type,
        value: toText(row.value),
        orderNum: index + 1,
        inputHistory: toTexts(row.inputHistory),
        listValue: toTexts(row.listValue),
        isShowTest: toFlag(row.isShowTest),
        customized: Number(row.customized ?? (id ? 0 : 1)),
        infoType: Number(row.infoType ?? (id ? PART.property : PART.custom)),
        dataType: Number(row.dataType ?? type),
        deleteAble: toFlag(row.deleteAble),
      },
    ];
  });
};

/** Parses a JSON list; null for any other text. */
export const jsonList = (json: string): unknown[] | null => {
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
};

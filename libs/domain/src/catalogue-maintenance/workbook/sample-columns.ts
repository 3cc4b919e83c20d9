import type { CatalogueParameter, OfferedStandard } from '#events';
import { ownPriceText, scriptDescriptionOf, sharedPriceOfParameter } from '../parameters.js';
import { specificationPattern } from '../specification-pattern.js';
import { kindWordOf, NO, type SheetColumn, type SheetSample, type SheetTable, tableOf, YES } from './column.js';
import { MATERIAL_SHEET, materialColumns, PROPERTY_SHEET, propertyColumns } from './form-columns.js';

/** The sheets of a catalogue workbook. Laboratories read their names and heads, and the import matches them. */
export const SAMPLE_SHEET = '样品';
export const PARAMETER_SHEET = '参数';

export const sampleColumns: readonly SheetColumn<SheetSample>[] = [
  { key: 'sampleCode', head: '样品编码', width: 14, kind: 'text', cellOf: ({ sampleCode }) => sampleCode },
  { key: 'sampleName', head: '样品名称', width: 28, kind: 'text', cellOf: ({ name }) => name },
  {
    key: 'category',
    head: '分类',
    width: 36,
    kind: 'text',
    readOnly: true,
    cellOf: ({ link, sampleNameLink }) => link ?? sampleNameLink,
  },
  { key: 'description', head: '说明', width: 30, kind: 'paragraphs', cellOf: ({ description }) => description ?? '' },
  { key: 'sampleNumUnit', head: '样品数量单位', width: 14, kind: 'text', cellOf: ({ sampleNumUnit }) => sampleNumUnit },
  {
    key: 'delegatesNumUnit',
    head: '代表批量单位',
    width: 14,
    kind: 'text',
    cellOf: ({ delegatesNumUnit }) => delegatesNumUnit,
  },
  {
    key: 'defaultDelegatesNum',
    head: '默认代表批量',
    width: 14,
    kind: 'number',
    cellOf: ({ defaultDelegatesNum }) => defaultDelegatesNum,
  },
  {
    key: 'countRequire',
    head: '数量要求',
    width: 24,
    kind: 'paragraphs',
    cellOf: ({ countRequire }) => countRequire ?? '',
  },
  {
    key: 'sampleStatusRequire',
    head: '状态要求',
    width: 24,
    kind: 'paragraphs',
    cellOf: ({ sampleStatusRequire }) => sampleStatusRequire ?? '',
  },
  {
    key: 'otherRequire',
    head: '其他要求',
    width: 24,
    kind: 'paragraphs',
    cellOf: ({ otherRequire }) => otherRequire ?? '',
  },
  { key: 'specification', head: '规格型号组成', width: 36, kind: 'text', cellOf: specificationPattern },
  { key: 'orderIndex', head: '排序', width: 8, kind: 'number', cellOf: ({ orderNum }) => orderNum },
  { key: 'mark', head: '版本', width: 12, kind: 'text', cellOf: ({ mark }) => mark },
  { key: 'kind', head: '类型', width: 12, kind: 'text', readOnly: true, cellOf: kindWordOf },
];

type ParameterRow = { sample: SheetSample; parameter: CatalogueParameter };

export const parameterColumns: readonly SheetColumn<ParameterRow>[] = [
  { key: 'sampleCode', head: '样品编码', width: 14, kind: 'text', cellOf: ({ sample }) => sample.sampleCode },
  { key: 'sampleName', head: '样品名称', width: 28, kind: 'text', readOnly: true, cellOf: ({ sample }) => sample.name },
  { key: 'testParamCode', head: '参数编码', width: 14, kind: 'text', cellOf: ({ parameter }) => parameter.code },
  { key: 'name', head: '参数名称', width: 24, kind: 'text', cellOf: ({ parameter }) => parameter.name },
  { key: 'displayName', head: '显示名称', width: 24, kind: 'text', cellOf: ({ parameter }) => parameter.displayName },
  { key: 'description', head: '说明', width: 30, kind: 'paragraphs', cellOf: ({ parameter }) => parameter.remark },
  { key: 'price', head: '单价/元', width: 12, kind: 'price', cellOf: ({ parameter }) => ownPriceText(parameter) },
  {
    key: 'sharedPrice',
    head: '共享价/元',
    width: 12,
    kind: 'price',
    cellOf: ({ parameter }) => sharedPriceOfParameter(parameter),
  },
  {
    key: 'sharedPriceQualifier',
    head: '共享价标识',
    width: 16,
    kind: 'text',
    cellOf: ({ parameter }) => parameter.sharedPriceQualifier,
  },
  {
    key: 'testQuantity',
    head: '样品用量',
    width: 10,
    kind: 'number',
    cellOf: ({ parameter }) => parameter.testQuantity,
  },
  { key: 'unitMeasure', head: '用量单位', width: 10, kind: 'text', cellOf: ({ parameter }) => parameter.unitMeasure },
  {
    key: 'shareTestQuantity',
    head: '共享用量',
    width: 10,
    kind: 'number',
    cellOf: ({ parameter }) => parameter.shareTestQuantity,
  },
  {
    key: 'shareTestQuantityIdent',
    head: '共享用量标识',
    width: 16,
    kind: 'text',
    cellOf: ({ parameter }) => parameter.shareTestQuantityIdent,
  },
  {
    key: 'scriptDescription',
    head: '计价说明',
    width: 30,
    kind: 'paragraphs',
    cellOf: ({ parameter }) => scriptDescriptionOf(parameter) ?? '',
  },
  {
    key: 'paramWorkDay',
    head: '检测周期/天',
    width: 12,
    kind: 'number',
    cellOf: ({ parameter }) => parameter.paramWorkDay,
  },
  {
    key: 'offered',
    head: '是否开展',
    width: 10,
    kind: 'yesNo',
    cellOf: ({ parameter }) => (parameter.deleted ? NO : YES),
  },
  { key: 'num', head: '排序', width: 8, kind: 'number', cellOf: ({ parameter }) => parameter.orderNum },
  {
    key: 'basis',
    head: '检测依据',
    width: 48,
    kind: 'standards',
    cellOf: ({ parameter }) => codesOf(parameter.standards.filter(({ useType }) => useType !== '2')),
  },
  {
    key: 'evaluation',
    head: '评定标准',
    width: 48,
    kind: 'standards',
    cellOf: ({ parameter }) => codesOf(parameter.standards.filter(({ useType }) => useType !== '1')),
  },
];

/** Separators in a cell of standards. The clause follows the number of its standard. */
export const STANDARD_SEPARATOR = '；';
export const CLAUSE_MARK = '#';
const codesOf = (standards: readonly OfferedStandard[]): string =>
  standards
    .map(({ publishCode, clauseCode }) => (clauseCode ? `${publishCode}${CLAUSE_MARK}${clauseCode}` : publishCode))
    .join(STANDARD_SEPARATOR);

/**
 * A laboratory's catalogue as tables: samples, and for each sample its parameters, auxiliary properties and raw
 * materials. `materials` are all samples that may be a raw material; cells refer to them by code.
 */
export const catalogueTables = (
  samples: readonly SheetSample[],
  materials: readonly SheetMaterial[] = samples,
): SheetTable[] => {
  const codes = new Map(materials.map(({ id, sampleCode }) => [id, sampleCode]));
  return [
    tableOf(SAMPLE_SHEET, sampleColumns, samples),
    tableOf(
      PARAMETER_SHEET,
      parameterColumns,
      samples.flatMap((sample) =>
        sample.parameters
          .toSorted((left, right) => right.orderNum - left.orderNum)
          .map((parameter) => ({ sample, parameter })),
      ),
    ),
    tableOf(
      PROPERTY_SHEET,
      propertyColumns,
      samples.flatMap((sample) =>
        sample.properties
          .toSorted((left, right) => left.orderNum - right.orderNum)
          .map((property) => ({ sample, property })),
      ),
    ),
    tableOf(
      MATERIAL_SHEET,
      materialColumns,
      samples.flatMap((sample) =>
        sample.materials
          .toSorted((left, right) => left.orderNum - right.orderNum)
          .flatMap((material) => {
            const code = codes.get(material.id);
            return code === undefined ? [] : [{ sample, material, code }];
          }),
      ),
    ),
  ];
};

/** A sample that can be a raw material of another sample. */
export type SheetMaterial = {
  id: string;
  sampleCode: string;
  name: string;
  categoryId: string;
  bigCategoryId: string;
  sampleNameLink: string;
};

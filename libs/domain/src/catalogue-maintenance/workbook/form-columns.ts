import { IMAGE_DIRECTORY, imageIdOf } from '../../files/images.js';
import type { CatalogueMaterial, CatalogueProperty } from '../sample-form.js';
import type { SampleExample } from '../samples.js';
import { NO, type SheetColumn, type SheetSample, type SheetTable, tableOf, YES } from './column.js';

/** The sheets of the form's contents other than parameters: auxiliary properties and raw materials. */
export const PROPERTY_SHEET = '辅助属性';
export const MATERIAL_SHEET = '原材料';

/** Types of auxiliary properties, named as in the dictionary propertyTypes (001 section 3). */
export const PROPERTY_TYPE_WORDS: Readonly<Record<number, string>> = {
  1: '文本',
  2: '日期',
  3: '数字（非负）',
  4: '数字（三位小数）',
  5: '下拉选择',
  6: '复选框',
};
export const typeWordOf = (type: number): string => PROPERTY_TYPE_WORDS[type] ?? String(type);

/** Separates the choices in one cell. */
export const CHOICE_SEPARATOR = '；';

type PropertyRow = { sample: SheetSample; property: CatalogueProperty };
export const propertyColumns: readonly SheetColumn<PropertyRow>[] = [
  { key: 'sampleCode', head: '样品编码', width: 14, kind: 'text', cellOf: ({ sample }) => sample.sampleCode },
  { key: 'sampleName', head: '样品名称', width: 28, kind: 'text', readOnly: true, cellOf: ({ sample }) => sample.name },
  {
    key: 'name',
    head: '属性名称',
    width: 24,
    kind: 'text',
    cellOf: ({ property }) => property.testSamplePropertyDisplayName,
  },
  {
    key: 'type',
    head: '类型',
    width: 18,
    kind: 'propertyType',
    cellOf: ({ property }) => typeWordOf(property.testSamplePropertyType),
  },
  { key: 'unit', head: '单位', width: 10, kind: 'text', cellOf: ({ property }) => property.unit },
  { key: 'value', head: '默认值', width: 20, kind: 'text', cellOf: ({ property }) => property.value },
  {
    key: 'choices',
    head: '选项',
    width: 48,
    kind: 'choices',
    cellOf: ({ property }) => property.listValue.join(CHOICE_SEPARATOR),
  },
  { key: 'num', head: '排序', width: 8, kind: 'number', cellOf: ({ property }) => property.orderNum },
];

type MaterialRow = { sample: SheetSample; material: CatalogueMaterial; code: string };
export const materialColumns: readonly SheetColumn<MaterialRow>[] = [
  { key: 'sampleCode', head: '样品编码', width: 14, kind: 'text', cellOf: ({ sample }) => sample.sampleCode },
  { key: 'sampleName', head: '样品名称', width: 28, kind: 'text', readOnly: true, cellOf: ({ sample }) => sample.name },
  { key: 'materialCode', head: '原材料编码', width: 14, kind: 'text', cellOf: ({ code }) => code },
  {
    key: 'materialName',
    head: '原材料名称',
    width: 28,
    kind: 'text',
    readOnly: true,
    cellOf: ({ material }) => material.label,
  },
  { key: 'role', head: '类别', width: 14, kind: 'text', cellOf: ({ material }) => material.role },
  {
    key: 'isDefault',
    head: '默认列出',
    width: 10,
    kind: 'yesNo',
    cellOf: ({ material }) => (material.isDefault ? YES : NO),
  },
  {
    key: 'isRequired',
    head: '是否必填',
    width: 10,
    kind: 'yesNo',
    cellOf: ({ material }) => (material.isRequired ? YES : NO),
  },
  {
    key: 'recommendedDosage',
    head: '推荐用量',
    width: 12,
    kind: 'number',
    cellOf: ({ material }) => material.recommendedDosage,
  },
  { key: 'dosageUnit', head: '用量单位', width: 10, kind: 'text', cellOf: ({ material }) => material.dosageUnit },
  { key: 'unitRatio', head: '比例', width: 10, kind: 'number', cellOf: ({ material }) => material.unitRatio },
  { key: 'num', head: '排序', width: 8, kind: 'number', cellOf: ({ material }) => material.orderNum },
];

/** The sheet of the pictures that show how to fill in forms. */
export const EXAMPLE_SHEET = '填写示例';

/**
 * How a cell refers to a picture: an uploaded picture by its file name, a picture embedded in the catalogue by its
 * digest. The caller provides the digest.
 */
export type PictureKeys = { digest(image: string): string };
export const pictureKeyOf = (image: string, { digest }: PictureKeys): string =>
  imageIdOf(image) === null ? digest(image) : image.slice(IMAGE_DIRECTORY.length + 2);

type ExampleRow = { sample: SheetSample; example: SampleExample; place: number; key: string };
export const exampleColumns: readonly SheetColumn<ExampleRow>[] = [
  { key: 'sampleCode', head: '样品编码', width: 14, kind: 'text', cellOf: ({ sample }) => sample.sampleCode },
  { key: 'sampleName', head: '样品名称', width: 28, kind: 'text', readOnly: true, cellOf: ({ sample }) => sample.name },
  { key: 'name', head: '示例名称', width: 36, kind: 'text', cellOf: ({ example }) => example.name },
  { key: 'picture', head: '图片', width: 44, kind: 'text', cellOf: ({ key }) => key },
  { key: 'num', head: '排序', width: 8, kind: 'number', cellOf: ({ place }) => place },
];

export const exampleTable = (samples: readonly SheetSample[], keys: PictureKeys): SheetTable =>
  tableOf(
    EXAMPLE_SHEET,
    exampleColumns,
    samples.flatMap((sample) =>
      (sample.examples ?? []).map((example, index) => ({
        sample,
        example,
        place: index + 1,
        key: pictureKeyOf(example.image, keys),
      })),
    ),
  );

import { hasPack } from '../sample/packs.js';
import type { ChosenParameter, ConsignmentHeader, Sample, StandardLink } from '#events';
import { citedStandard } from '../catalogue/standard-defaults.js';
import { type InEveryLanguage, type Language, inLanguages as words } from '../text/language.js';
import { pieceText } from '../sample/prepared-pieces.js';
import { materialsText } from '../sample/raw-materials.js';
import type { ConsignmentFacts, Signature } from './state.js';

/**
 * How personal data is written; auditors see it masked. It is applied after the comparison, so that a masked change is
 * still a change.
 */
export type PersonFormat = { name(text: string): string; phone(text: string): string };

/** A field to compare: its label in the form, the kind of its value, and the value as text, empty for none. */
export type Field<Of> = {
  path: string;
  label: HistoryLabel;
  kind: ValueKind;
  value(source: Of): string;
  format?(value: string, persons: PersonFormat): string;
};

const text = <Source extends object>(
  path: keyof Source & string,
  label: HistoryLabel,
  kind: ValueKind = 'text',
): Field<Source> => ({ path, label, kind, value: (source) => textOf(source[path] as Plain) });
type Plain = string | number | boolean | null | undefined;
const textOf = (value: Plain): string => (value === null || value === undefined ? '' : String(value));
const amountOf = (number: string, unit: string): string =>
  number === '' ? '' : [number, unit].filter(Boolean).join(' ');
const codesOf = (standards: readonly StandardLink[]): string => standards.map(citedStandard).join('、');

/** Fields of a consignment's progress, in order of importance. */
export const PROGRESS: readonly Field<ConsignmentFacts & { phase: 'open' | 'deleted' }>[] = [
  text('consignStatus', 'consignStatus', 'status'),
  { path: 'phase', label: 'deleted', kind: 'yesNo', value: ({ phase }) => String(phase === 'deleted') },
  text('rollbackCause', 'rollbackCause'),
  text('consignCode', 'consignCode'),
  text('actFee', 'actFee', 'yuan'),
  text('billFile', 'billFile'),
];

/** The form in the order of its sections. Witnesses and extra fields are compared separately, entry by entry. */
export const HEADER: readonly Field<ConsignmentHeader>[] = [
  text('testUnitName', 'testUnit'),
  text('testUnitAddressDetail', 'receivingAddress'),
  text('consignUnitAddress', 'consignUnitAddress'),
  text('projectName', 'project'),
  text('contractSectName', 'contractSectName'),
  text('tuqualificationName', 'qualification'),
  text('consginTestType', 'testCategory'),
  text('constructionUnit', 'constructionUnit'),
  text('expectTestTime', 'expectTestTime', 'localTime'),
  {
    path: 'linkPerson',
    label: 'linkPerson',
    kind: 'text',
    value: ({ contact }) => contact.name,
    format: (value, persons) => persons.name(value),
  },
  {
    path: 'linkPersonPhone',
    label: 'linkPersonPhone',
    kind: 'text',
    value: ({ contact }) => contact.phone,
    format: (value, persons) => persons.phone(value),
  },
  text('sendSampleType', 'sendSampleType', 'sending'),
  text('mailOrderNumber', 'mailOrderNumber'),
  text('mailPayType', 'mailPayType', 'mailPay'),
  text('getReportType', 'getReportType', 'reportWay'),
  text('reportCount', 'reportCount', 'copies'),
  text('memo', 'memo'),
  text('needWitnessUnit', 'needWitnessUnit', 'yesNo'),
  text('constructionJzunit', 'ownerUnit'),
  text('needConstructionWitnessPersonSign', 'ownerMustSign', 'yesNo'),
  text('jzunit', 'supervisionUnit'),
  text('needWitnessPersonSign', 'supervisionMustSign', 'yesNo'),
];

/** The fields of the witness dialog. A change of these fields alone is named after the dialog. */
export const WITNESS_LABELS: ReadonlySet<HistoryLabel> = new Set([
  'needWitnessUnit',
  'ownerUnit',
  'ownerMustSign',
  'ownerWitness',
  'supervisionUnit',
  'supervisionMustSign',
  'supervisionWitness',
]);

export const SAMPLE: readonly Field<Sample>[] = [
  text('testUnitSampleName', 'sampleName'),
  text('testGroupCount', 'testGroupCount', 'groups'),
  text('testPointCount', 'testPointCount', 'points'),
  text('specificationType', 'specificationType'),
  text('testPart', 'testPart'),
  text('projectOrPurpose', 'projectOrPurpose'),
  text('projectUnit', 'projectUnit'),
  {
    path: 'sampleNum',
    label: 'sampleNum',
    kind: 'text',
    value: ({ sampleNum, sampleNumUnit }) => amountOf(sampleNum, sampleNumUnit),
  },
  {
    path: 'delegatesNum',
    label: 'delegatesNum',
    kind: 'text',
    value: ({ delegatesNum, delegatesNumUnit }) => amountOf(delegatesNum, delegatesNumUnit),
  },
  text('afterTestOperate', 'afterTestOperate'),
  text('testSampleDescription', 'testSampleDescription'),
  text('extractAddress', 'extractAddress'),
  text('extractUnit', 'extractUnit'),
  text('extractTime', 'extractTime'),
  {
    path: 'sampler',
    label: 'sampler',
    kind: 'text',
    value: ({ sampler }) => [sampler?.name, sampler?.cardNo].filter(Boolean).join('　'),
    format: (value, persons) =>
      value
        .split('　')
        .map((part) => persons.name(part))
        .join('　'),
  },
  text('castingDate', 'castingDate'),
  text('ageWaitTime', 'sampleAge'),
  text('memo', 'memo'),
  text('isNeedConclusion', 'isNeedConclusion', 'yesNo'),
  text('isTestUnitConfirmTestParam', 'isTestUnitConfirmTestParam', 'yesNo'),
  text('testReason', 'testReason'),
  { path: 'pack', label: 'pack', kind: 'yesNo', value: ({ pack }) => String(hasPack(pack)) },
  { path: 'standards', label: 'sampleStandards', kind: 'text', value: ({ standards }) => codesOf(standards) },
  {
    path: 'buSampleChild',
    label: 'preparedPieces',
    kind: 'text',
    value: ({ buSampleChild = [] }) => buSampleChild.map(pieceText).join('、'),
  },
  { path: 'buSampleInfoRefSampleInfo', label: 'rawMaterials', kind: 'text', value: materialsText },
];

/** Placed after the chosen parameters, because they determine it. */
export const SAMPLE_FEE: readonly Field<Sample>[] = [text('testParamFee', 'testParamFee', 'yuan')];

export const PARAMETER: readonly Field<ChosenParameter>[] = [
  text('tuTestParamCount', 'parameterCount', 'times'),
  text('testParamPriceType', 'parameterPriceKind', 'priceKind'),
  text('tuTestParamPrice', 'parameterPrice', 'yuan'),
  text('sharedPrice', 'sharedPrice', 'yuan'),
  text('totalFee', 'parameterFee', 'yuan'),
  { path: 'standards', label: 'parameterStandards', kind: 'text', value: ({ standards }) => codesOf(standards) },
];

/** The text of an added or removed parameter: its name and its standards. */
export const parameterText = ({ tuTestParamName, standards }: ChosenParameter): string =>
  [tuTestParamName, codesOf(standards)].filter(Boolean).join('　');

export const SIGNATURE: readonly Field<Signature>[] = [
  text('status', 'signature', 'signed'),
  text('senMsgStatus', 'signatureNotified', 'yesNo01'),
];

/** The labels that forms use for the compared fields. */
const labels = {
  consignStatus: words('状态', 'Status', 'Estado'),
  deleted: words('已删除', 'Deleted', 'Eliminado'),
  rollbackCause: words('退回原因', 'Reason', 'Motivo'),
  consignCode: words('预委托编号', 'Consignment number', 'N.º de encargo'),
  actFee: words('实际费用', 'Actual fee', 'Importe real'),
  billFile: words('委托单', 'Bill', 'Orden'),
  testUnit: words('检测单位', 'Testing unit', 'Laboratorio'),
  receivingAddress: words('收样地址', 'Delivery address', 'Dirección de entrega'),
  consignUnitAddress: words('委托单位地址', 'Address of the consigning unit', 'Dirección de la unidad'),
  project: words('工程项目', 'Project', 'Proyecto'),
  contractSectName: words('合同段', 'Section', 'Tramo'),
  qualification: words('资质类型', 'Qualification type', 'Tipo de acreditación'),
  testCategory: words('检测类别', 'Test category', 'Categoría'),
  constructionUnit: words('施工单位', 'Contractor', 'Contratista'),
  expectTestTime: words('预约检测时间', 'Appointment', 'Cita'),
  linkPerson: words('委托人', 'Contact person', 'Persona de contacto'),
  linkPersonPhone: words('联系电话', 'Contact phone', 'Teléfono'),
  sendSampleType: words('送样方式', 'Sending', 'Envío'),
  mailOrderNumber: words('邮寄单号', 'Mail number', 'N.º de envío'),
  mailPayType: words('邮费支付', 'Postage', 'Porte'),
  getReportType: words('报告领取方式', 'Report', 'Informe'),
  reportCount: words('报告份数', 'Copies of the report', 'Copias del informe'),
  memo: words('备注', 'Remark', 'Nota'),
  needWitnessUnit: words('需要见证单位', 'Witnesses needed', 'Se necesitan testigos'),
  ownerUnit: words('建设单位', 'Owner', 'Propiedad'),
  ownerMustSign: words('建设单位见证人需要签名', 'Owner’s witnesses must sign', 'Firman los testigos de la propiedad'),
  ownerWitness: words('建设单位见证人', 'Owner’s witness', 'Testigo de la propiedad'),
  supervisionUnit: words('监理单位', 'Supervision', 'Supervisión'),
  supervisionMustSign: words(
    '监理单位见证人需要签名',
    'Supervision’s witnesses must sign',
    'Firman los testigos de la supervisión',
  ),
  supervisionWitness: words('监理单位见证人', 'Supervision’s witness', 'Testigo de la supervisión'),
  extraField: words('扩展信息', 'Further field', 'Otro dato'),
  sample: words('样品', 'Sample', 'Muestra'),
  sampleName: words('样品名称', 'Sample name', 'Nombre de la muestra'),
  testGroupCount: words('检测组数', 'Groups', 'Grupos'),
  testPointCount: words('检测点数', 'Points', 'Puntos'),
  specificationType: words('规格型号', 'Specification', 'Especificación'),
  testPart: words('检测部位', 'Test site', 'Lugar de ensayo'),
  projectOrPurpose: words('工程部位／用途', 'Part or purpose', 'Parte o uso'),
  projectUnit: words('结构物／路段', 'Structure or section', 'Estructura o tramo'),
  sampleNum: words('样品数量', 'Sample quantity', 'Cantidad de muestra'),
  delegatesNum: words('代表数量', 'Represented quantity', 'Cantidad representada'),
  afterTestOperate: words('检后处理', 'After the test', 'Después del ensayo'),
  testSampleDescription: words('样品描述', 'Description', 'Descripción'),
  extractAddress: words('取样地点', 'Place of sampling', 'Lugar de toma'),
  extractUnit: words('取样单位', 'Sampling unit', 'Entidad de muestreo'),
  extractTime: words('取样日期', 'Sampling date', 'Fecha de muestreo'),
  sampler: words('取样人', 'Sampler', 'Persona que muestrea'),
  castingDate: words('成型日期', 'Casting date', 'Fecha de fabricación'),
  sampleAge: words('龄期（天）', 'Age (days)', 'Edad (días)'),
  isNeedConclusion: words('需要评定结果', 'Evaluation needed', 'Con evaluación'),
  isTestUnitConfirmTestParam: words(
    '由检测机构确定参数',
    'The laboratory chooses the parameters',
    'El laboratorio elige los parámetros',
  ),
  testReason: words('检测原因', 'Reason for the test', 'Motivo del ensayo'),
  pack: words('使用参数包', 'Parameter pack', 'Paquete de parámetros'),
  sampleStandards: words('样品标准', 'Standards of the sample', 'Normas de la muestra'),
  preparedPieces: words('制件信息', 'Prepared pieces', 'Piezas preparadas'),
  rawMaterials: words('原材料', 'Raw materials', 'Materias primas'),
  property: words('样品属性', 'Property', 'Propiedad'),
  parameter: words('检测参数', 'Test parameter', 'Parámetro'),
  parameterCount: words('数量', 'count', 'cantidad'),
  parameterPriceKind: words('价格构成', 'kind of price', 'tipo de precio'),
  parameterPrice: words('单价', 'price', 'precio'),
  sharedPrice: words('共享价', 'shared price', 'precio compartido'),
  parameterFee: words('费用', 'fee', 'importe'),
  parameterStandards: words('标准', 'standards', 'normas'),
  testParamFee: words('预估费用', 'Estimated fee', 'Importe estimado'),
  attachment: words('附件', 'File', 'Archivo'),
  signature: words('签名', 'Signature', 'Firma'),
  signatureNotified: words('已通知', 'Notified', 'Avisado'),
  estimatedFee: words('预估费用合计', 'Estimated total', 'Total estimado'),
  sampleCount: words('样品数', 'Samples', 'Muestras'),
} as const satisfies Record<string, InEveryLanguage>;

/**
 * The part of the consignment that a change belongs to. A sample has its id, its name, and its place among the samples
 * at that time, starting at 1.
 */
export type ChangedPart =
  | { part: 'progress' | 'basic' | 'attachments' | 'signatures' | 'totals' }
  | { part: 'sample'; id: string; name: string; place: number };

export type HistoryLabel = keyof typeof labels;
export const HISTORY_LABELS = Object.keys(labels) as [HistoryLabel, ...HistoryLabel[]];

/** The kind of a value, which determines its text. `yesNo01` is stored as 0 or 1. */
export type ValueKind =
  | 'text'
  | 'status'
  | 'yesNo'
  | 'yesNo01'
  | 'yuan'
  | 'groups'
  | 'points'
  | 'times'
  | 'copies'
  | 'samples'
  | 'sending'
  | 'mailPay'
  | 'reportWay'
  | 'priceKind'
  | 'signed'
  | 'signer'
  | 'localTime';

const yes = words('是', 'yes', 'sí');
const no = words('否', 'no', 'no');
const choices: Partial<Record<ValueKind, Readonly<Record<string, InEveryLanguage>>>> = {
  yesNo: { true: yes, false: no },
  yesNo01: { 1: yes, 0: no },
  signed: { 1: words('已签名', 'signed', 'firmado'), 0: words('未签名', 'not signed', 'sin firmar') },
  signer: {
    1: words('委托人', 'consignor', 'solicitante'),
    2: words('建设单位见证人', 'owner’s witness', 'testigo de la propiedad'),
    3: words('监理单位见证人', 'supervision’s witness', 'testigo de la supervisión'),
    4: words('其他', 'other', 'otro'),
  },
  sending: { 1: words('自送', 'self-delivery', 'entrega propia'), 2: words('邮寄', 'mail', 'correo') },
  mailPay: { 1: words('寄方付', 'sender pays', 'paga el remitente'), 2: words('到付', 'collect', 'a cobro') },
  reportWay: {
    1: words('自取', 'pick-up', 'recogida'),
    3: words('邮寄', 'mail', 'correo'),
    10: words('电子报告', 'electronic report', 'informe electrónico'),
  },
  priceKind: {
    0: words('样品价格', 'sample price', 'precio de la muestra'),
    1: words('参数价格', 'parameter price', 'precio del parámetro'),
    2: words('自定义子项价格', 'price of a child', 'precio de un hijo'),
    3: words('共享价格', 'shared price', 'precio compartido'),
    4: words('脚本价格', 'price by script', 'precio por script'),
  },
};
/** Chinese values have a measure word; in the other languages the label contains it. */
const units: Partial<Record<ValueKind, InEveryLanguage>> = {
  yuan: words('元', 'yuan', 'yuanes'),
  groups: words('组', '', ''),
  points: words('点', '', ''),
  times: words('点／次', '', ''),
  copies: words('份', '', ''),
  samples: words('个', '', ''),
};

const parts = {
  progress: words('状态与进度', 'Status and progress', 'Estado y avance'),
  basic: words('基本信息', 'Basic information', 'Datos básicos'),
  attachments: words('委托附件', 'Files', 'Archivos'),
  signatures: words('签名', 'Signatures', 'Firmas'),
  totals: words('委托合计', 'Totals', 'Totales'),
} as const;
const sampleTitle = words('样品 {place} · {name}', 'Sample {place} · {name}', 'Muestra {place} · {name}');

/** The heading above the changes of a part: 样品 1 · 普通硅酸盐水泥. */
export const historyPartIn = (changedPart: ChangedPart, language: Language): string =>
  changedPart.part === 'sample'
    ? sampleTitle[language].replace('{place}', String(changedPart.place)).replace('{name}', () => changedPart.name)
    : parts[changedPart.part][language];

export const historyLabelIn = (label: HistoryLabel, language: Language): string => labels[label][language];

/**
 * A value as its form shows it: 2 -> 2 组, 1320 -> 1,320.00 元. Amounts are exact and never converted to floating point.
 */
export const historyValueIn = (
  kind: ValueKind,
  value: string,
  language: Language,
  statusName: (status: string) => string,
): string => {
  if (value === '') return '';
  if (kind === 'status') return statusName(value);
  if (kind === 'localTime') return value.slice(0, 16).replace('T', ' ');
  const unit = units[kind];
  if (unit) return [kind === 'yuan' ? money(value) : value, unit[language]].filter(Boolean).join(' ');
  return choices[kind]?.[value]?.[language] ?? value;
};

const money = (amount: string): string => {
  const [whole = '0', fraction = ''] = amount.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`;
};

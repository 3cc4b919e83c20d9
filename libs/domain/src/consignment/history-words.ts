import { said, type InEveryLanguage, type Language } from '../rules/language.js';

/** What the forms call each field that a history compares. */
const labels = {
  consignStatus: said('状态', 'Status', 'Estado'),
  deleted: said('已删除', 'Deleted', 'Eliminado'),
  rollbackCause: said('退回原因', 'Reason', 'Motivo'),
  consignCode: said('预委托编号', 'Consignment number', 'N.º de encargo'),
  actFee: said('实际费用', 'Actual fee', 'Importe real'),
  billFile: said('委托单', 'Bill', 'Orden'),
  testUnit: said('检测单位', 'Testing unit', 'Laboratorio'),
  receivingAddress: said('收样地址', 'Delivery address', 'Dirección de entrega'),
  consignUnitAddress: said('委托单位地址', 'Address of the consigning unit', 'Dirección de la unidad'),
  project: said('工程项目', 'Project', 'Proyecto'),
  contractSectName: said('合同段', 'Section', 'Tramo'),
  qualification: said('资质类型', 'Qualification type', 'Tipo de acreditación'),
  testCategory: said('检测类别', 'Test category', 'Categoría'),
  constructionUnit: said('施工单位', 'Contractor', 'Contratista'),
  expectTestTime: said('预约检测时间', 'Appointment', 'Cita'),
  linkPerson: said('委托人', 'Contact person', 'Persona de contacto'),
  linkPersonPhone: said('联系电话', 'Contact phone', 'Teléfono'),
  sendSampleType: said('送样方式', 'Sending', 'Envío'),
  mailOrderNumber: said('邮寄单号', 'Mail number', 'N.º de envío'),
  mailPayType: said('邮费支付', 'Postage', 'Porte'),
  getReportType: said('报告领取方式', 'Report', 'Informe'),
  reportCount: said('报告份数', 'Copies of the report', 'Copias del informe'),
  memo: said('备注', 'Remark', 'Nota'),
  needWitnessUnit: said('需要见证单位', 'Witnesses needed', 'Se necesitan testigos'),
  ownerUnit: said('建设单位', 'Owner', 'Propiedad'),
  ownerMustSign: said('建设单位见证人需要签名', 'Owner’s witnesses must sign', 'Firman los testigos de la propiedad'),
  ownerWitness: said('建设单位见证人', 'Owner’s witness', 'Testigo de la propiedad'),
  supervisionUnit: said('监理单位', 'Supervision', 'Supervisión'),
  supervisionMustSign: said(
    '监理单位见证人需要签名',
    'Supervision’s witnesses must sign',
    'Firman los testigos de la supervisión',
  ),
  supervisionWitness: said('监理单位见证人', 'Supervision’s witness', 'Testigo de la supervisión'),
  extraField: said('扩展信息', 'Further field', 'Otro dato'),
  sample: said('样品', 'Sample', 'Muestra'),
  sampleName: said('样品名称', 'Sample name', 'Nombre de la muestra'),
  testGroupCount: said('检测组数', 'Groups', 'Grupos'),
  testPointCount: said('检测点数', 'Points', 'Puntos'),
  specificationType: said('规格型号', 'Specification', 'Especificación'),
  testPart: said('检测部位', 'Test site', 'Lugar de ensayo'),
  projectOrPurpose: said('工程部位／用途', 'Part or purpose', 'Parte o uso'),
  projectUnit: said('结构物／路段', 'Structure or section', 'Estructura o tramo'),
  sampleNum: said('样品数量', 'Sample quantity', 'Cantidad de muestra'),
  delegatesNum: said('代表数量', 'Represented quantity', 'Cantidad representada'),
  afterTestOperate: said('检后处理', 'After the test', 'Después del ensayo'),
  testSampleDescription: said('样品描述', 'Description', 'Descripción'),
  extractAddress: said('取样地点', 'Place of sampling', 'Lugar de toma'),
  extractUnit: said('取样单位', 'Sampling unit', 'Entidad de muestreo'),
  extractTime: said('取样日期', 'Sampling date', 'Fecha de muestreo'),
  sampler: said('取样人', 'Sampler', 'Persona que muestrea'),
  castingDate: said('成型日期', 'Casting date', 'Fecha de fabricación'),
  sampleAge: said('龄期（天）', 'Age (days)', 'Edad (días)'),
  isNeedConclusion: said('需要评定结果', 'Evaluation needed', 'Con evaluación'),
  isTestUnitConfirmTestParam: said(
    '由检测机构确定参数',
    'The laboratory chooses the parameters',
    'El laboratorio elige los parámetros',
  ),
  testReason: said('检测原因', 'Reason for the test', 'Motivo del ensayo'),
  pack: said('使用参数包', 'Parameter pack', 'Paquete de parámetros'),
  sampleStandards: said('样品标准', 'Standards of the sample', 'Normas de la muestra'),
  preparedPieces: said('制件信息', 'Prepared pieces', 'Piezas preparadas'),
  rawMaterials: said('原材料', 'Raw materials', 'Materias primas'),
  property: said('样品属性', 'Property', 'Propiedad'),
  parameter: said('检测参数', 'Test parameter', 'Parámetro'),
  parameterCount: said('数量', 'count', 'cantidad'),
  parameterPriceKind: said('价格构成', 'kind of price', 'tipo de precio'),
  parameterPrice: said('单价', 'price', 'precio'),
  sharedPrice: said('共享价', 'shared price', 'precio compartido'),
  parameterFee: said('费用', 'fee', 'importe'),
  parameterStandards: said('标准', 'standards', 'normas'),
  testParamFee: said('预估费用', 'Estimated fee', 'Importe estimado'),
  attachment: said('附件', 'File', 'Archivo'),
  signature: said('签名', 'Signature', 'Firma'),
  signatureNotified: said('已通知', 'Notified', 'Avisado'),
  estimatedFee: said('预估费用合计', 'Estimated total', 'Total estimado'),
  sampleCount: said('样品数', 'Samples', 'Muestras'),
} as const satisfies Record<string, InEveryLanguage>;

/** Where in the consignment a change lies; a sample by its id, its name and its place, from 1 on, among the samples of its time. */
export type ChangedPart =
  | { part: 'progress' | 'basic' | 'attachments' | 'signatures' | 'totals' }
  | { part: 'sample'; id: string; name: string; place: number };

export type HistoryLabel = keyof typeof labels;
export const HISTORY_LABELS = Object.keys(labels) as [HistoryLabel, ...HistoryLabel[]];

/** How a value reads. `yesNo01` is stored as 0 or 1. */
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

const yes = said('是', 'yes', 'sí');
const no = said('否', 'no', 'no');
const choices: Partial<Record<ValueKind, Readonly<Record<string, InEveryLanguage>>>> = {
  yesNo: { true: yes, false: no },
  yesNo01: { 1: yes, 0: no },
  signed: { 1: said('已签名', 'signed', 'firmado'), 0: said('未签名', 'not signed', 'sin firmar') },
  signer: {
    1: said('委托人', 'consignor', 'solicitante'),
    2: said('建设单位见证人', 'owner’s witness', 'testigo de la propiedad'),
    3: said('监理单位见证人', 'supervision’s witness', 'testigo de la supervisión'),
    4: said('其他', 'other', 'otro'),
  },
  sending: { 1: said('自送', 'self-delivery', 'entrega propia'), 2: said('邮寄', 'mail', 'correo') },
  mailPay: { 1: said('寄方付', 'sender pays', 'paga el remitente'), 2: said('到付', 'collect', 'a cobro') },
  reportWay: {
    1: said('自取', 'pick-up', 'recogida'),
    3: said('邮寄', 'mail', 'correo'),
    10: said('电子报告', 'electronic report', 'informe electrónico'),
  },
  priceKind: {
    0: said('样品价格', 'sample price', 'precio de la muestra'),
    1: said('参数价格', 'parameter price', 'precio del parámetro'),
    2: said('自定义子项价格', 'price of a child', 'precio de un hijo'),
    3: said('共享价格', 'shared price', 'precio compartido'),
    4: said('脚本价格', 'price by script', 'precio por script'),
  },
};
/** Chinese counts with a measure word; the other languages say it in the label. */
const units: Partial<Record<ValueKind, InEveryLanguage>> = {
  yuan: said('元', 'yuan', 'yuanes'),
  groups: said('组', '', ''),
  points: said('点', '', ''),
  times: said('点／次', '', ''),
  copies: said('份', '', ''),
  samples: said('个', '', ''),
};

const parts = {
  progress: said('状态与进度', 'Status and progress', 'Estado y avance'),
  basic: said('基本信息', 'Basic information', 'Datos básicos'),
  attachments: said('委托附件', 'Files', 'Archivos'),
  signatures: said('签名', 'Signatures', 'Firmas'),
  totals: said('委托合计', 'Totals', 'Totales'),
} as const;
const sampleTitle = said('样品 {place} · {name}', 'Sample {place} · {name}', 'Muestra {place} · {name}');

/** The heading under which the changes of a part stand: 样品 1 · 普通硅酸盐水泥. */
export const historyPartIn = (of: ChangedPart, language: Language): string =>
  of.part === 'sample'
    ? sampleTitle[language].replace('{place}', String(of.place)).replace('{name}', () => of.name)
    : parts[of.part][language];

export const historyLabelIn = (label: HistoryLabel, language: Language): string => labels[label][language];

/** A value as its form shows it: 2 -> 2 组, 1320 -> 1,320.00 元. Exact, amounts never pass through a float. */
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

import { parseDecimal, toMoney } from '#domain/numbers';
import { countText, type Language } from '#domain/text';
import type { ConsignType } from '#events';

/** Fixed texts of the printed form. All other texts on it are data and are not translated (ADR-042). */
export type FormTexts = {
  titles: Record<ConsignType, string>;
  /** `colon` separates label and value, `semicolon` two values of one kind. */
  colon: string;
  semicolon: string;
  code: string;
  notSubmitted: string;
  unit: string;
  date: string;
  project: string;
  testType: string;
  constructionUnit: string;
  qualification: string;
  owner: string;
  witness: string;
  supervision: string;
  contact: string;
  delivery: string;
  appointment: string;
  address: string;
  report: string;
  remark: string;
  reportMethods: Record<'1' | '3' | '10', string>;
  copies(count: number): string;
  deliveryMethods: Record<1 | 2, string>;
  mailPayers: Record<1 | 2, string>;
  sample: string;
  item: string;
  groups(count: number): string;
  subtotal(amount: string): string;
  pendingSubtotal: string;
  pending: string;
  columns: readonly [number: string, parameter: string, basis: string, criteria: string, count: string, fee: string];
  columnWidths: readonly [number, number, number, number, number, number];
  parametersChosenByLab: string;
  requirement: string;
  structure: string;
  representedQuantity: string;
  workPart: string;
  testSite: string;
  sampleQuantity: string;
  afterTest: string;
  preparedPieces: string;
  materials: string;
  description: string;
  samplingLocation: string;
  sampler: string;
  yes: string;
  no: string;
  sharedPrice(note: string, amount: string): string;
  inSharedPrice: string;
  sampleCounts(samples: number, groups: number): string;
  itemCount(items: number): string;
  actualTotal(amount: string): string;
  estimatedTotal(amount: string): string;
  withoutPending: string;
  /** Notice of characters that no font face has. It lists code points, because the characters cannot be shown. */
  unprintable(codePoints: string): string;
  signatures: readonly string[];
  /** With the placeholders "{page}" and "{pages}". */
  pageLine: string;
  digest: string;
  digestHint: string;
  printedAt: string;
  /** Width of the label cells in points. */
  labelWidth: number;
};

const zh: FormTexts = {
  titles: { 1: '原材料检测预委托单', 2: '现场检测预约单', 3: '交竣工检测预约单' },
  colon: '：',
  semicolon: '；',
  code: '预委托编号',
  notSubmitted: '（未提交）',
  unit: '委托单位',
  date: '委托日期',
  project: '工程项目',
  testType: '检测类别',
  constructionUnit: '施工单位',
  qualification: '资质类型',
  owner: '建设单位',
  witness: '见证人',
  supervision: '监理单位',
  contact: '委托人',
  delivery: '送样方式',
  appointment: '预约时间',
  address: '收样地址',
  report: '报告领取',
  remark: '备注',
  reportMethods: { 1: '自取', 3: '邮寄', 10: '电子报告' },
  copies: (count) => `，${count} 份`,
  deliveryMethods: { 1: '自送', 2: '邮寄' },
  mailPayers: { 1: '寄方付', 2: '到付' },
  sample: '样品',
  item: '项目',
  groups: (count) => `${count} 组`,
  subtotal: (amount) => `小计 ${amount} 元`,
  pendingSubtotal: '小计 待定',
  pending: '待定',
  columns: ['序', '检测参数', '检测依据', '评定标准', '数量', '费用（元）'],
  columnWidths: [25, 112, 124, 124, 35, 90],
  parametersChosenByLab: '由检测单位确定参数',
  requirement: '收样要求',
  structure: '结构物／路段',
  representedQuantity: '代表数量',
  workPart: '工程部位',
  testSite: '检测部位',
  sampleQuantity: '样品数量',
  afterTest: '检后处理',
  preparedPieces: '制件信息',
  materials: '原材料',
  description: '样品描述',
  samplingLocation: '取样地点',
  sampler: '取样人',
  yes: '是',
  no: '否',
  sharedPrice: (note, amount) => `${note}共享 ${amount}`,
  inSharedPrice: '同组不另计',
  sampleCounts: (samples, groups) => `样品 ${samples} 个，${groups} 组`,
  itemCount: (items) => `检测项目 ${items} 项`,
  actualTotal: (amount) => `实际费用合计　${amount} 元`,
  estimatedTotal: (amount) => `预估费用合计　${amount} 元`,
  withoutPending: '（不含待定项）',
  unprintable: (codePoints) => `本单有无法打印的字符，以 \ufffd 代替：${codePoints}`,
  signatures: ['委托人签名', '见证人签名', '收样人签名', '收样日期'],
  pageLine: '第 {page} 页，共 {pages} 页',
  digest: '内容摘要',
  digestHint: '，扫码可核对本单内容',
  printedAt: '打印',
  labelWidth: 54,
};

const en: FormTexts = {
  titles: { 1: 'Raw-Material Test Pre-Consignment', 2: 'On-Site Test Appointment', 3: 'Handover Test Appointment' },
  colon: ': ',
  semicolon: '; ',
  code: 'Pre-consignment no.',
  notSubmitted: '(not submitted)',
  unit: 'Consigning unit',
  date: 'Date',
  project: 'Project',
  testType: 'Test category',
  constructionUnit: 'Contractor',
  qualification: 'Qualification',
  owner: 'Owner',
  witness: 'Witness',
  supervision: 'Supervisor',
  contact: 'Contact',
  delivery: 'Delivery',
  appointment: 'Appointment',
  address: 'Delivered to',
  report: 'Report by',
  remark: 'Remark',
  reportMethods: { 1: 'collection', 3: 'post', 10: 'electronic' },
  copies: (count) => `, ${countText('en', count, { one: 'copy', other: 'copies' })}`,
  deliveryMethods: { 1: 'brought', 2: 'by post' },
  mailPayers: { 1: 'sender pays', 2: 'receiver pays' },
  sample: 'Sample',
  item: 'Item',
  groups: (count) => countText('en', count, { one: 'group', other: 'groups' }),
  subtotal: (amount) => `subtotal ${amount} yuan`,
  pendingSubtotal: 'subtotal open',
  pending: 'open',
  columns: ['No.', 'Parameter', 'Test method', 'Criteria', 'Count', 'Fee (yuan)'],
  columnWidths: [30, 110, 119, 119, 42, 90],
  parametersChosenByLab: 'The laboratory chooses the parameters',
  requirement: 'On receipt',
  structure: 'Structure or section',
  representedQuantity: 'Represents',
  workPart: 'Part of works',
  testSite: 'Test site',
  sampleQuantity: 'Sample quantity',
  afterTest: 'After the test',
  preparedPieces: 'Prepared pieces',
  materials: 'Raw materials',
  description: 'Sample description',
  samplingLocation: 'Sampling place',
  sampler: 'Sampler',
  yes: 'yes',
  no: 'no',
  sharedPrice: (note, amount) => `${note} shared ${amount}`,
  inSharedPrice: 'in the shared price',
  sampleCounts: (samples, groups) =>
    `${countText('en', samples, { one: 'sample', other: 'samples' })}, ${en.groups(groups)}`,
  itemCount: (items) => countText('en', items, { one: 'test item', other: 'test items' }),
  actualTotal: (amount) => `Actual fee in total ${amount} yuan`,
  estimatedTotal: (amount) => `Estimated fee in total ${amount} yuan`,
  withoutPending: ' (without open items)',
  unprintable: (codePoints) => `Characters that cannot be printed stand as \ufffd: ${codePoints}`,
  signatures: ['Signature of contact', 'Signature of witness', 'Signature of receiver', 'Received on'],
  pageLine: 'Page {page} of {pages}',
  digest: 'Digest',
  digestHint: '; scan to check the content',
  printedAt: 'Printed',
  labelWidth: 74,
};

const es: FormTexts = {
  titles: { 1: 'Preencargo de ensayo de materiales', 2: 'Cita de ensayo en obra', 3: 'Cita de ensayo de entrega' },
  colon: ': ',
  semicolon: '; ',
  code: 'N.º de preencargo',
  notSubmitted: '(sin enviar)',
  unit: 'Unidad cliente',
  date: 'Fecha',
  project: 'Proyecto',
  testType: 'Tipo de ensayo',
  constructionUnit: 'Constructora',
  qualification: 'Acreditación',
  owner: 'Promotor',
  witness: 'Testigo',
  supervision: 'Supervisión',
  contact: 'Contacto',
  delivery: 'Entrega',
  appointment: 'Cita',
  address: 'Se entrega en',
  report: 'Informe',
  remark: 'Nota',
  reportMethods: { 1: 'recogida', 3: 'por correo', 10: 'electrónico' },
  copies: (count) => `, ${countText('es', count, { one: 'copia', other: 'copias' })}`,
  deliveryMethods: { 1: 'en mano', 2: 'por correo' },
  mailPayers: { 1: 'paga el remitente', 2: 'paga el destinatario' },
  sample: 'Muestra',
  item: 'Punto',
  groups: (count) => countText('es', count, { one: 'grupo', other: 'grupos' }),
  subtotal: (amount) => `subtotal ${amount} yuanes`,
  pendingSubtotal: 'subtotal pendiente',
  pending: 'pendiente',
  columns: ['N.º', 'Parámetro', 'Método', 'Criterio', 'Cant.', 'Importe (yuanes)'],
  columnWidths: [30, 110, 119, 119, 42, 90],
  parametersChosenByLab: 'El laboratorio elige los parámetros',
  requirement: 'A la recepción',
  structure: 'Estructura o tramo',
  representedQuantity: 'Representa',
  workPart: 'Parte de la obra',
  testSite: 'Lugar de ensayo',
  sampleQuantity: 'Cantidad',
  afterTest: 'Tras el ensayo',
  preparedPieces: 'Probetas',
  materials: 'Materias primas',
  description: 'Descripción',
  samplingLocation: 'Lugar de muestreo',
  sampler: 'Muestreado por',
  yes: 'sí',
  no: 'no',
  sharedPrice: (note, amount) => `${note} compartido ${amount}`,
  inSharedPrice: 'en el precio compartido',
  sampleCounts: (samples, groups) =>
    `${countText('es', samples, { one: 'muestra', other: 'muestras' })}, ${es.groups(groups)}`,
  itemCount: (items) => countText('es', items, { one: 'punto de ensayo', other: 'puntos de ensayo' }),
  actualTotal: (amount) => `Importe real total ${amount} yuanes`,
  estimatedTotal: (amount) => `Importe estimado total ${amount} yuanes`,
  withoutPending: ' (sin lo pendiente)',
  unprintable: (codePoints) => `Los caracteres que no se pueden imprimir figuran como \ufffd: ${codePoints}`,
  signatures: ['Firma del contacto', 'Firma del testigo', 'Firma del receptor', 'Recibido el'],
  pageLine: 'Página {page} de {pages}',
  digest: 'Resumen',
  digestHint: '; escanee para comprobar el contenido',
  printedAt: 'Impreso',
  labelWidth: 74,
};

/** The texts of the form by language. The Chinese ones are those of the specification. */
export const formTexts: Readonly<Record<Language, FormTexts>> = { zh, en, es };

/** Text of an empty cell. */
export const EMPTY_VALUE = '—';

/** Joins the parts that are not empty. The default separator is a full-width space. */
export const joinParts = (parts: readonly string[], separator = '　'): string => parts.filter(Boolean).join(separator);

/** Amount in yuan as printed: "1,320.00". `amount` is an exact decimal as text. */
export const yuanText = (amount: string): string => toMoney(parseDecimal(amount)).replace(/\B(?=(\d{3})+(?=\.))/g, ',');

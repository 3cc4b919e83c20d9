import { inLanguages, type InEveryLanguage, type Language } from '../text/language.js';
import type { RuleCode } from './rule-kinds.js';

/**
 * The display name of a field of a form or a call. `by` says whether the value is typed or chosen. `missing` is the
 * rule whose message is used for an absent value, so that console and service show the same sentence.
 */
export type FieldLabel = { label: InEveryLanguage; by: 'typing' | 'choosing'; missing?: RuleCode };

const typed = (zh: string, en: string, es: string, missing?: RuleCode): FieldLabel => ({
  label: inLanguages(zh, en, es),
  by: 'typing',
  ...(missing && { missing }),
});
const chosen = (zh: string, en: string, es: string, missing?: RuleCode): FieldLabel => ({
  label: inLanguages(zh, en, es),
  by: 'choosing',
  ...(missing && { missing }),
});

const consignment = {
  consignId: chosen('委托', 'Consignment', 'Encargo'),
  consignInfoIds: chosen('委托', 'Consignments', 'Encargos', 'NOTHING_TO_SUBMIT'),
  consignIds: chosen('委托', 'Consignments', 'Encargos'),
  consignmentId: chosen('委托', 'Consignment', 'Encargo'),
  consignType: chosen('委托类型', 'Kind of consignment', 'Clase de encargo'),
  consignStatus: chosen('委托状态', 'Status of the consignment', 'Estado del encargo'),
  consignStatuses: chosen('委托状态', 'Status of the consignment', 'Estado del encargo'),
  testUnitId: chosen('检测机构', 'Testing organisation', 'Laboratorio', 'TESTING_UNIT_REQUIRED'),
  testUnitAddressId: chosen('收样地址', 'Delivery address', 'Dirección de entrega'),
  testUnitAddressDetail: typed('收样地址', 'Delivery address', 'Dirección de entrega'),
  consignUnitAddress: typed('委托单位地址', 'Address of the consigning unit', 'Dirección de la unidad'),
  projectId: chosen('工程项目', 'Project', 'Proyecto', 'PROJECT_REQUIRED'),
  projectName: typed('工程项目名称', 'Project name', 'Nombre del proyecto', 'PROJECT_NAME_REQUIRED'),
  projectCode: typed('工程项目编号', 'Project code', 'Código'),
  contractSectName: typed('合同段', 'Section', 'Tramo'),
  tuqualificationId: chosen('资质类型', 'Qualification type', 'Tipo de acreditación', 'QUALIFICATION_REQUIRED'),
  linkPerson: typed('委托人', 'Contact person', 'Persona de contacto', 'CONTACT_REQUIRED'),
  linkPersonPhone: typed('联系电话', 'Contact phone', 'Teléfono', 'CONTACT_PHONE_REQUIRED'),
  constructionUnit: typed('施工单位', 'Contractor', 'Contratista'),
  constructionJzunit: typed('建设单位', 'Owner', 'Propiedad'),
  jzunit: typed('监理单位', 'Supervision', 'Supervisión'),
  consginTestType: chosen('检测类别', 'Test category', 'Clase de ensayo'),
  expectTestTime: chosen('预约检测时间', 'Appointment', 'Cita', 'TEST_TIME_REQUIRED'),
  sendSampleType: chosen('送样方式', 'Delivery', 'Entrega'),
  mailOrderNumber: typed('邮寄单号', 'Mail number', 'Número de envío', 'MAIL_NUMBER_REQUIRED'),
  mailPayType: chosen('邮费支付', 'Postage', 'Portes'),
  getReportType: chosen('报告领取方式', 'Report by', 'Entrega del informe'),
  reportCount: typed('报告份数', 'Number of reports', 'Número de informes'),
  memo: typed('备注', 'Remark', 'Nota'),
  constructionJzperson: typed('见证人', 'Witness', 'Testigo', 'WITNESS_REQUIRED'),
  constructionJzcardNo: typed('见证证书编号', 'Certificate number', 'N.º de certificado'),
  constructionJzphone: typed('见证人手机号', 'Mobile number', 'Móvil', 'WITNESS_PHONE_REQUIRED'),
  jhperson: typed('见证人', 'Witness', 'Testigo', 'WITNESS_REQUIRED'),
  jzcardNo: typed('见证证书编号', 'Certificate number', 'N.º de certificado'),
  jzphone: typed('见证人手机号', 'Mobile number', 'Móvil', 'WITNESS_PHONE_REQUIRED'),
  columnValue: typed('扩展信息', 'Extra information', 'Información adicional'),
  actFee: typed('实际费用', 'Actual fee', 'Importe real'),
  remark: typed('意见', 'Comment', 'Comentario', 'REASON_REQUIRED'),
  reason: typed('原因', 'Reason', 'Motivo', 'REASON_REQUIRED'),
  signImage: typed('签名', 'Signature', 'Firma'),
} satisfies Record<string, FieldLabel>;

const sample = {
  tuTestSampleDTO: chosen('样品', 'Sample', 'Muestra', 'SAMPLE_REQUIRED'),
  'tuTestSampleDTO.id': chosen('样品', 'Sample', 'Muestra', 'SAMPLE_REQUIRED'),
  testUnitSampleId: chosen('样品', 'Sample', 'Muestra', 'SAMPLE_REQUIRED'),
  parentSampleId: chosen('样品', 'Sample', 'Muestra', 'SAMPLE_REQUIRED'),
  sampleId: chosen('样品', 'Sample', 'Muestra', 'SAMPLE_REQUIRED'),
  testSampleId: chosen('样品', 'Sample', 'Muestra', 'SAMPLE_REQUIRED'),
  sampleName: typed('样品名称', 'Sample name', 'Nombre de la muestra'),
  tuTestParamId: chosen('检测参数', 'Test parameter', 'Parámetro de ensayo', 'TEST_PARAMETERS_REQUIRED'),
  tuTestParamDtos: chosen('检测参数', 'Test parameters', 'Parámetros de ensayo', 'TEST_PARAMETERS_REQUIRED'),
  tuSampleParamIds: chosen('检测参数', 'Test parameters', 'Parámetros de ensayo', 'TEST_PARAMETERS_REQUIRED'),
  paramIds: chosen('检测参数', 'Test parameters', 'Parámetros de ensayo', 'TEST_PARAMETERS_REQUIRED'),
  tuTestParamCount: typed('检测数量', 'Number of tests', 'Número de ensayos'),
  testGroupCount: typed('检测组数', 'Group count', 'Número de grupos', 'GROUP_COUNT_REQUIRED'),
  testPointCount: typed('检测点数', 'Point count', 'Número de puntos', 'POINT_COUNT_REQUIRED'),
  testReason: typed('检测原因', 'Test reason', 'Motivo del ensayo', 'TEST_REASON_REQUIRED'),
  testPart: typed('检测部位', 'Test site', 'Lugar del ensayo'),
  projectOrPurpose: typed('工程部位／用途', 'Project part or purpose', 'Parte de la obra o uso'),
  projectUnit: typed('结构物／路段', 'Structure or section', 'Estructura o tramo'),
  sampleNum: typed('样品数量', 'Sample quantity', 'Cantidad de muestra'),
  delegatesNum: typed('代表数量', 'Represented quantity', 'Cantidad representada'),
  afterTestOperate: chosen('检后处理', 'After the test', 'Tras el ensayo', 'AFTER_TEST_REQUIRED'),
  testSampleDescription: typed('样品描述', 'Sample description', 'Descripción de la muestra'),
  extractAddress: typed('取样地点', 'Sampling place', 'Lugar de muestreo'),
  extractUnit: typed('取样单位', 'Sampling unit', 'Entidad de muestreo'),
  extractTime: chosen('取样日期', 'Sampling date', 'Fecha de muestreo'),
  extractPerson: typed('取样人', 'Sampler', 'Persona que muestrea'),
  extractPersonCardNum: typed('取样人证号', 'Certificate number', 'Número de certificado'),
  castingDate: chosen('成型日期', 'Casting date', 'Fecha de fabricación'),
  ageBeginTime: chosen('成型日期', 'Forming date', 'Fecha de moldeo'),
  ageWaitTime: typed('龄期（天）', 'Age (days)', 'Edad (días)'),
  specificationType: typed('规格型号', 'Specification', 'Especificación'),
  produceInfo: typed('生产厂家／产地', 'Manufacturer or origin', 'Fabricante u origen'),
  produceBatchNo: typed('批号', 'Batch number', 'Número de lote'),
  dosage: typed('用量', 'Dosage', 'Dosificación'),
  unitRatio: typed('单位比', 'Unit ratio', 'Proporción'),
  baseStandardName: typed('标准名称', 'Standard name', 'Nombre de la norma'),
} satisfies Record<string, FieldLabel>;

const people = {
  UserNameOrEmailAddress: typed('用户名', 'User name', 'Usuario'),
  userName: typed('用户名', 'User name', 'Usuario'),
  password: typed('密码', 'Password', 'Contraseña'),
  currentPassword: typed('当前密码', 'Current password', 'Contraseña actual'),
  newPassword: typed('新密码', 'New password', 'Nueva contraseña'),
  confirmPassword: typed('确认密码', 'Repeat password', 'Repetir contraseña'),
  adminPassword: typed('您自己的密码', 'Your own password', 'Su propia contraseña'),
  validateCode: typed('验证码', 'Verification code', 'Código de verificación'),
  mobile: typed('手机号', 'Mobile', 'Móvil'),
  phoneNumber: typed('手机号', 'Mobile', 'Móvil'),
  emailAddress: typed('电子邮箱', 'E-mail', 'Correo'),
  adminEmailAddress: typed('管理员邮箱', 'Administrator’s e-mail', 'Correo del administrador'),
  roleName: chosen('角色', 'Role', 'Rol'),
  roleNames: chosen('角色', 'Roles', 'Roles'),
  permissions: chosen('权限', 'Rights', 'Permisos'),
  userId: chosen('用户', 'User', 'Usuario'),
  isActive: chosen('状态', 'State', 'Estado'),
  name: typed('名称', 'Name', 'Nombre'),
  displayName: typed('显示名称', 'Display name', 'Nombre visible'),
  tenancyName: typed('租户名', 'Tenancy name', 'Identificador'),
  description: typed('说明', 'Description', 'Descripción'),
  languageName: chosen('语言', 'Language', 'Idioma'),
} satisfies Record<string, FieldLabel>;

const units = {
  unitId: chosen('单位', 'Unit', 'Unidad'),
  unitID: chosen('单位', 'Unit', 'Unidad'),
  consignUnitId: chosen('委托单位', 'Consigning unit', 'Unidad que encarga'),
  unitType: chosen('单位类型', 'Kind of unit', 'Clase de unidad'),
  unitNo: typed('单位编号', 'Unit number', 'N.º de unidad'),
  unitName: typed('单位名称', 'Name of the unit', 'Nombre de la unidad', 'UNIT_NAME_REQUIRED'),
  testUnitName: typed('检测单位名称', 'Testing unit', 'Laboratorio'),
  shortName: typed('简称', 'Short name', 'Nombre corto'),
  contactPhone: typed('联系电话', 'Phone', 'Teléfono'),
  regAddress: typed('注册地址', 'Registered address', 'Domicilio social'),
  jtsyjcAddress: typed('试验检测场所地址', 'Address of the laboratory', 'Dirección del laboratorio'),
  inroduce: typed('单位简介', 'Description', 'Descripción'),
  regTime: chosen('成立日期', 'Founded', 'Fundación'),
  regPerson: typed('登记人', 'Registered by', 'Registrada por'),
  regPhone: typed('登记人电话', 'Phone of registrant', 'Teléfono de registro'),
  detailAddress: typed('详细地址', 'Address', 'Dirección'),
  uninCode: typed('统一社会信用代码', 'Unified credit code', 'Código de crédito unificado'),
  lmisType: chosen('检测系统类型', 'Type of lab system', 'Tipo de sistema'),
  lmisurl: typed('检测系统地址', 'Address of lab system', 'Dirección del sistema'),
  lmisIntegratedCode: typed('检测系统对接码', 'Integration code', 'Código de integración'),
  iLISReportProgressQueryURL: typed(
    '报告进度查询地址',
    'Address to query report progress',
    'Dirección de consulta de informes',
  ),
  origins: typed('网站来源', 'Web origins', 'Orígenes web'),
  embedOrigins: typed('可嵌入的网站', 'Pages that may embed', 'Páginas que pueden integrarla'),
  serviceOrigins: typed('显示在线客服的网站', 'Customer-service widget', 'Widget de atención'),
  systemName: typed('系统名称', 'System name', 'Nombre del sistema'),
  filingNumber: typed('备案号', 'Filing number', 'N.º de registro web'),
  addresses: typed('地址', 'Addresses', 'Direcciones'),
  person: typed('联系人', 'Contact', 'Contacto'),
  personSex: chosen('性别', 'Sex', 'Sexo'),
  personPhone: typed('联系人电话', 'Contact phone', 'Teléfono del contacto'),
  addressPoint: typed('经纬度', 'Coordinates', 'Coordenadas'),
  addressText: chosen('地区', 'Area', 'Zona'),
  addressDetail: typed('街道门牌', 'Street', 'Calle'),
  tagTitle: typed('标签', 'Label', 'Etiqueta'),
  orderIndex: typed('顺序', 'Order', 'Orden'),
  sysQualificationId: chosen('资质', 'Qualification', 'Acreditación'),
} satisfies Record<string, FieldLabel>;

const catalogue = {
  sampleCode: typed('样品编码', 'Sample code', 'Código de muestra'),
  bigCategoryId: chosen('样品类别', 'Sample category', 'Categoría de muestras'),
  categoryId: chosen('样品类别', 'Sample category', 'Categoría de muestras'),
  testParamCode: typed('参数编码', 'Parameter code', 'Código'),
  price: typed('单价/元', 'Price', 'Precio'),
  sharedPrice: typed('共享价/元', 'Shared price', 'Precio compartido'),
  testQuantity: typed('样品用量', 'Sample quantity', 'Cantidad de muestra'),
  paramWorkDay: typed('检测周期/天', 'Days', 'Días'),
  printsManCode: typed('标准编号', 'Number', 'Número'),
  standardId: chosen('标准', 'Standard', 'Norma'),
  executeDate: chosen('实施日期', 'In force from', 'En vigor desde'),
  expireDate: chosen('作废日期', 'Expires', 'Caduca'),
  packId: chosen('参数包', 'Pack', 'Paquete'),
  orderNum: typed('排序', 'Order', 'Orden'),
  num: typed('排序', 'Order', 'Orden'),
} satisfies Record<string, FieldLabel>;

const papers = {
  reportId: chosen('报告', 'Report', 'Informe'),
  reportIds: chosen('报告', 'Reports', 'Informes'),
  reportStatus: chosen('报告状态', 'Report status', 'Estado del informe'),
  reportNumber: typed('报告编号', 'Report number', 'N.º de informe', 'REPORT_NUMBER_REQUIRED'),
  sampleIds: chosen('报告包含的样品', 'Samples of the report', 'Muestras del informe', 'REPORT_SAMPLES_REQUIRED'),
  accessoryTypeID: chosen('附件类型', 'Attachment type', 'Tipo de adjunto'),
  uploadId: chosen('文件', 'File', 'Archivo', 'FILE_MISSING'),
  file: chosen('文件', 'File', 'Archivo', 'FILE_MISSING'),
  title: typed('标题', 'Title', 'Título'),
  content: typed('内容', 'Content', 'Contenido'),
  noticeType: chosen('公告类型', 'Kind of notice', 'Clase de aviso'),
  from: chosen('开始日期', 'From', 'Desde'),
  to: chosen('结束日期', 'To', 'Hasta'),
  commitFrom: chosen('开始日期', 'From', 'Desde'),
  commitTo: chosen('结束日期', 'To', 'Hasta'),
  search: typed('搜索内容', 'Search', 'Búsqueda'),
  keyword: typed('关键字', 'Keyword', 'Palabra clave'),
} satisfies Record<string, FieldLabel>;

const labels = { ...consignment, ...sample, ...people, ...units, ...catalogue, ...papers };
export type LabelledField = keyof typeof labels;

const labelsByField = new Map<string, FieldLabel>(Object.entries(labels));

/** The label of a field by its path in the request, e.g. "addresses.0.person"; null if it has none. */
export const fieldLabelOfPath = (path: readonly PropertyKey[]): FieldLabel | null => {
  const names = path.filter((part) => typeof part === 'string' && !/^\d+$/.test(part));
  return labelsByField.get(names.slice(-2).join('.')) ?? labelsByField.get(String(names.at(-1) ?? '')) ?? null;
};

/** Labels of fields in one language, for use in a table of texts. */
export const fieldLabels = <Field extends LabelledField>(
  language: Language,
  fields: readonly Field[],
): Record<Field, string> =>
  Object.fromEntries(fields.map((field) => [field, labels[field].label[language]])) as Record<Field, string>;

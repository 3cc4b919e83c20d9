import { inLanguages, type InEveryLanguage, type Language } from '../text/language.js';
import type { RuleCode } from './rule-kinds.js';

/**
 * The display name of a field of a form or a call. `by` says whether the value is typed or chosen. `missing` is the
 * rule whose message is used for an absent value, so that console and service show the same sentence.
 */
export type FieldLabel = { label: InEveryLanguage; by: 'typing' | 'choosing'; missing?: RuleCode };

const typedField = (zh: string, en: string, es: string, missing?: RuleCode): FieldLabel => ({
  label: inLanguages(zh, en, es),
  by: 'typing',
  ...(missing && { missing }),
});
const chosenField = (zh: string, en: string, es: string, missing?: RuleCode): FieldLabel => ({
  label: inLanguages(zh, en, es),
  by: 'choosing',
  ...(missing && { missing }),
});

const consignment = {
  consignId: chosenField('委托', 'Consignment', 'Encargo'),
  consignInfoIds: chosenField('委托', 'Consignments', 'Encargos', 'NOTHING_TO_SUBMIT'),
  consignIds: chosenField('委托', 'Consignments', 'Encargos'),
  consignmentId: chosenField('委托', 'Consignment', 'Encargo'),
  consignType: chosenField('委托类型', 'Kind of consignment', 'Clase de encargo'),
  consignStatus: chosenField('委托状态', 'Status of the consignment', 'Estado del encargo'),
  consignStatuses: chosenField('委托状态', 'Status of the consignment', 'Estado del encargo'),
  testUnitId: chosenField('检测机构', 'Testing organisation', 'Laboratorio', 'TESTING_UNIT_REQUIRED'),
  testUnitAddressId: chosenField('收样地址', 'Delivery address', 'Dirección de entrega'),
  testUnitAddressDetail: typedField('收样地址', 'Delivery address', 'Dirección de entrega'),
  consignUnitAddress: typedField('委托单位地址', 'Address of the consigning unit', 'Dirección de la unidad'),
  projectId: chosenField('工程项目', 'Project', 'Proyecto', 'PROJECT_REQUIRED'),
  projectName: typedField('工程项目名称', 'Project name', 'Nombre del proyecto', 'PROJECT_NAME_REQUIRED'),
  projectCode: typedField('工程项目编号', 'Project code', 'Código'),
  contractSectName: typedField('合同段', 'Section', 'Tramo'),
  tuqualificationId: chosenField('资质类型', 'Qualification type', 'Tipo de acreditación', 'QUALIFICATION_REQUIRED'),
  linkPerson: typedField('委托人', 'Contact person', 'Persona de contacto', 'CONTACT_REQUIRED'),
  linkPersonPhone: typedField('联系电话', 'Contact phone', 'Teléfono', 'CONTACT_PHONE_REQUIRED'),
  constructionUnit: typedField('施工单位', 'Contractor', 'Contratista'),
  constructionJzunit: typedField('建设单位', 'Owner', 'Propiedad'),
  jzunit: typedField('监理单位', 'Supervision', 'Supervisión'),
  consginTestType: chosenField('检测类别', 'Test category', 'Clase de ensayo'),
  expectTestTime: chosenField('预约检测时间', 'Appointment', 'Cita', 'TEST_TIME_REQUIRED'),
  sendSampleType: chosenField('送样方式', 'Delivery', 'Entrega'),
  mailOrderNumber: typedField('邮寄单号', 'Mail number', 'Número de envío', 'MAIL_NUMBER_REQUIRED'),
  mailPayType: chosenField('邮费支付', 'Postage', 'Portes'),
  getReportType: chosenField('报告领取方式', 'Report by', 'Entrega del informe'),
  reportCount: typedField('报告份数', 'Number of reports', 'Número de informes'),
  memo: typedField('备注', 'Remark', 'Nota'),
  constructionJzperson: typedField('见证人', 'Witness', 'Testigo', 'WITNESS_REQUIRED'),
  constructionJzcardNo: typedField('见证证书编号', 'Certificate number', 'N.º de certificado'),
  constructionJzphone: typedField('见证人手机号', 'Mobile number', 'Móvil', 'WITNESS_PHONE_REQUIRED'),
  jhperson: typedField('见证人', 'Witness', 'Testigo', 'WITNESS_REQUIRED'),
  jzcardNo: typedField('见证证书编号', 'Certificate number', 'N.º de certificado'),
  jzphone: typedField('见证人手机号', 'Mobile number', 'Móvil', 'WITNESS_PHONE_REQUIRED'),
  columnValue: typedField('扩展信息', 'Extra information', 'Información adicional'),
  actFee: typedField('实际费用', 'Actual fee', 'Importe real'),
  remark: typedField('意见', 'Comment', 'Comentario', 'REASON_REQUIRED'),
  reason: typedField('原因', 'Reason', 'Motivo', 'REASON_REQUIRED'),
  signImage: typedField('签名', 'Signature', 'Firma'),
} satisfies Record<string, FieldLabel>;

const sample = {
  tuTestSampleDTO: chosenField('样品', 'Sample', 'Muestra', 'SAMPLE_REQUIRED'),
  'tuTestSampleDTO.id': chosenField('样品', 'Sample', 'Muestra', 'SAMPLE_REQUIRED'),
  testUnitSampleId: chosenField('样品', 'Sample', 'Muestra', 'SAMPLE_REQUIRED'),
  parentSampleId: chosenField('样品', 'Sample', 'Muestra', 'SAMPLE_REQUIRED'),
  sampleId: chosenField('样品', 'Sample', 'Muestra', 'SAMPLE_REQUIRED'),
  testSampleId: chosenField('样品', 'Sample', 'Muestra', 'SAMPLE_REQUIRED'),
  sampleName: typedField('样品名称', 'Sample name', 'Nombre de la muestra'),
  tuTestParamId: chosenField('检测参数', 'Test parameter', 'Parámetro de ensayo', 'TEST_PARAMETERS_REQUIRED'),
  tuTestParamDtos: chosenField('检测参数', 'Test parameters', 'Parámetros de ensayo', 'TEST_PARAMETERS_REQUIRED'),
  tuSampleParamIds: chosenField('检测参数', 'Test parameters', 'Parámetros de ensayo', 'TEST_PARAMETERS_REQUIRED'),
  paramIds: chosenField('检测参数', 'Test parameters', 'Parámetros de ensayo', 'TEST_PARAMETERS_REQUIRED'),
  tuTestParamCount: typedField('检测数量', 'Number of tests', 'Número de ensayos'),
  testGroupCount: typedField('检测组数', 'Group count', 'Número de grupos', 'GROUP_COUNT_REQUIRED'),
  testPointCount: typedField('检测点数', 'Point count', 'Número de puntos', 'POINT_COUNT_REQUIRED'),
  testReason: typedField('检测原因', 'Test reason', 'Motivo del ensayo', 'TEST_REASON_REQUIRED'),
  testPart: typedField('检测部位', 'Test site', 'Lugar del ensayo'),
  projectOrPurpose: typedField('工程部位／用途', 'Project part or purpose', 'Parte de la obra o uso'),
  projectUnit: typedField('结构物／路段', 'Structure or section', 'Estructura o tramo'),
  sampleNum: typedField('样品数量', 'Sample quantity', 'Cantidad de muestra'),
  delegatesNum: typedField('代表数量', 'Represented quantity', 'Cantidad representada'),
  afterTestOperate: chosenField('检后处理', 'After the test', 'Tras el ensayo', 'AFTER_TEST_REQUIRED'),
  testSampleDescription: typedField('样品描述', 'Sample description', 'Descripción de la muestra'),
  extractAddress: typedField('取样地点', 'Sampling place', 'Lugar de muestreo'),
  extractUnit: typedField('取样单位', 'Sampling unit', 'Entidad de muestreo'),
  extractTime: chosenField('取样日期', 'Sampling date', 'Fecha de muestreo'),
  extractPerson: typedField('取样人', 'Sampler', 'Persona que muestrea'),
  extractPersonCardNum: typedField('取样人证号', 'Certificate number', 'Número de certificado'),
  castingDate: chosenField('成型日期', 'Casting date', 'Fecha de fabricación'),
  ageBeginTime: chosenField('成型日期', 'Forming date', 'Fecha de moldeo'),
  ageWaitTime: typedField('龄期（天）', 'Age (days)', 'Edad (días)'),
  specificationType: typedField('规格型号', 'Specification', 'Especificación'),
  produceInfo: typedField('生产厂家／产地', 'Manufacturer or origin', 'Fabricante u origen'),
  produceBatchNo: typedField('批号', 'Batch number', 'Número de lote'),
  dosage: typedField('用量', 'Dosage', 'Dosificación'),
  unitRatio: typedField('单位比', 'Unit ratio', 'Proporción'),
  baseStandardName: typedField('标准名称', 'Standard name', 'Nombre de la norma'),
} satisfies Record<string, FieldLabel>;

const people = {
  UserNameOrEmailAddress: typedField('用户名', 'User name', 'Usuario'),
  userName: typedField('用户名', 'User name', 'Usuario'),
  password: typedField('密码', 'Password', 'Contraseña'),
  currentPassword: typedField('当前密码', 'Current password', 'Contraseña actual'),
  newPassword: typedField('新密码', 'New password', 'Nueva contraseña'),
  confirmPassword: typedField('确认密码', 'Repeat password', 'Repetir contraseña'),
  adminPassword: typedField('您自己的密码', 'Your own password', 'Su propia contraseña'),
  validateCode: typedField('验证码', 'Verification code', 'Código de verificación'),
  mobile: typedField('手机号', 'Mobile', 'Móvil'),
  phoneNumber: typedField('手机号', 'Mobile', 'Móvil'),
  emailAddress: typedField('电子邮箱', 'E-mail', 'Correo'),
  adminEmailAddress: typedField('管理员邮箱', 'Administrator’s e-mail', 'Correo del administrador'),
  roleName: chosenField('角色', 'Role', 'Rol'),
  roleNames: chosenField('角色', 'Roles', 'Roles'),
  permissions: chosenField('权限', 'Rights', 'Permisos'),
  userId: chosenField('用户', 'User', 'Usuario'),
  isActive: chosenField('状态', 'State', 'Estado'),
  name: typedField('名称', 'Name', 'Nombre'),
  displayName: typedField('显示名称', 'Display name', 'Nombre visible'),
  tenancyName: typedField('租户名', 'Tenancy name', 'Identificador'),
  description: typedField('说明', 'Description', 'Descripción'),
  languageName: chosenField('语言', 'Language', 'Idioma'),
} satisfies Record<string, FieldLabel>;

const units = {
  unitId: chosenField('单位', 'Unit', 'Unidad'),
  unitID: chosenField('单位', 'Unit', 'Unidad'),
  consignUnitId: chosenField('委托单位', 'Consigning unit', 'Unidad que encarga'),
  unitType: chosenField('单位类型', 'Kind of unit', 'Clase de unidad'),
  unitNo: typedField('单位编号', 'Unit number', 'N.º de unidad'),
  unitName: typedField('单位名称', 'Name of the unit', 'Nombre de la unidad', 'UNIT_NAME_REQUIRED'),
  testUnitName: typedField('检测单位名称', 'Testing unit', 'Laboratorio'),
  shortName: typedField('简称', 'Short name', 'Nombre corto'),
  contactPhone: typedField('联系电话', 'Phone', 'Teléfono'),
  regAddress: typedField('注册地址', 'Registered address', 'Domicilio social'),
  jtsyjcAddress: typedField('试验检测场所地址', 'Address of the laboratory', 'Dirección del laboratorio'),
  inroduce: typedField('单位简介', 'Description', 'Descripción'),
  regTime: chosenField('成立日期', 'Founded', 'Fundación'),
  regPerson: typedField('登记人', 'Registered by', 'Registrada por'),
  regPhone: typedField('登记人电话', 'Phone of registrant', 'Teléfono de registro'),
  detailAddress: typedField('详细地址', 'Address', 'Dirección'),
  uninCode: typedField('统一社会信用代码', 'Unified credit code', 'Código de crédito unificado'),
  lmisType: chosenField('检测系统类型', 'Type of lab system', 'Tipo de sistema'),
  lmisurl: typedField('检测系统地址', 'Address of lab system', 'Dirección del sistema'),
  lmisIntegratedCode: typedField('检测系统对接码', 'Integration code', 'Código de integración'),
  iLISReportProgressQueryURL: typedField(
    '报告进度查询地址',
    'Address to query report progress',
    'Dirección de consulta de informes',
  ),
  origins: typedField('网站来源', 'Web origins', 'Orígenes web'),
  embedOrigins: typedField('可嵌入的网站', 'Pages that may embed', 'Páginas que pueden integrarla'),
  serviceOrigins: typedField('显示在线客服的网站', 'Customer-service widget', 'Widget de atención'),
  systemName: typedField('系统名称', 'System name', 'Nombre del sistema'),
  filingNumber: typedField('备案号', 'Filing number', 'N.º de registro web'),
  addresses: typedField('地址', 'Addresses', 'Direcciones'),
  person: typedField('联系人', 'Contact', 'Contacto'),
  personSex: chosenField('性别', 'Sex', 'Sexo'),
  personPhone: typedField('联系人电话', 'Contact phone', 'Teléfono del contacto'),
  addressPoint: typedField('经纬度', 'Coordinates', 'Coordenadas'),
  addressText: chosenField('地区', 'Area', 'Zona'),
  addressDetail: typedField('街道门牌', 'Street', 'Calle'),
  tagTitle: typedField('标签', 'Label', 'Etiqueta'),
  orderIndex: typedField('顺序', 'Order', 'Orden'),
  sysQualificationId: chosenField('资质', 'Qualification', 'Acreditación'),
} satisfies Record<string, FieldLabel>;

const catalogue = {
  sampleCode: typedField('样品编码', 'Sample code', 'Código de muestra'),
  bigCategoryId: chosenField('样品类别', 'Sample category', 'Categoría de muestras'),
  categoryId: chosenField('样品类别', 'Sample category', 'Categoría de muestras'),
  testParamCode: typedField('参数编码', 'Parameter code', 'Código'),
  price: typedField('单价/元', 'Price', 'Precio'),
  sharedPrice: typedField('共享价/元', 'Shared price', 'Precio compartido'),
  testQuantity: typedField('样品用量', 'Sample quantity', 'Cantidad de muestra'),
  paramWorkDay: typedField('检测周期/天', 'Days', 'Días'),
  printsManCode: typedField('标准编号', 'Number', 'Número'),
  standardId: chosenField('标准', 'Standard', 'Norma'),
  executeDate: chosenField('实施日期', 'In force from', 'En vigor desde'),
  expireDate: chosenField('作废日期', 'Expires', 'Caduca'),
  packId: chosenField('参数包', 'Pack', 'Paquete'),
  orderNum: typedField('排序', 'Order', 'Orden'),
  num: typedField('排序', 'Order', 'Orden'),
} satisfies Record<string, FieldLabel>;

const papers = {
  reportId: chosenField('报告', 'Report', 'Informe'),
  reportIds: chosenField('报告', 'Reports', 'Informes'),
  reportStatus: chosenField('报告状态', 'Report status', 'Estado del informe'),
  reportNumber: typedField('报告编号', 'Report number', 'N.º de informe', 'REPORT_NUMBER_REQUIRED'),
  sampleIds: chosenField('报告包含的样品', 'Samples of the report', 'Muestras del informe', 'REPORT_SAMPLES_REQUIRED'),
  accessoryTypeID: chosenField('附件类型', 'Attachment type', 'Tipo de adjunto'),
  uploadId: chosenField('文件', 'File', 'Archivo', 'FILE_MISSING'),
  file: chosenField('文件', 'File', 'Archivo', 'FILE_MISSING'),
  title: typedField('标题', 'Title', 'Título'),
  content: typedField('内容', 'Content', 'Contenido'),
  noticeType: chosenField('公告类型', 'Kind of notice', 'Clase de aviso'),
  from: chosenField('开始日期', 'From', 'Desde'),
  to: chosenField('结束日期', 'To', 'Hasta'),
  commitFrom: chosenField('开始日期', 'From', 'Desde'),
  commitTo: chosenField('结束日期', 'To', 'Hasta'),
  search: typedField('搜索内容', 'Search', 'Búsqueda'),
  keyword: typedField('关键字', 'Keyword', 'Palabra clave'),
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

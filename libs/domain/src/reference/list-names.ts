import { said, type InEveryLanguage } from '../rules/language.js';

/** How entries of a list are told apart: by a code that is any text, by one that is a number, or by their name alone. */
export type ListCodes = 'text' | 'number' | 'none';

/** A list of the platform. `codes` null: the program knows each entry by its number, so nobody keeps the list. */
export type ListName = { name: string; title: InEveryLanguage; codes: ListCodes | null };

/** Reference list of the qualifications that laboratories can hold; all others are dictionaries. */
export const QUALIFICATIONS = 'qualifications';

/** Lists that forms and services offer, in the order of the page that keeps them (001 section 3, 002 CAT-005, CAT-007). */
export const LIST_NAMES: readonly ListName[] = [
  {
    name: 'sampleAmountUnit',
    title: said('样品数量单位', 'Units of sample quantity', 'Unidades de cantidad'),
    codes: 'text',
  },
  {
    name: 'extraAmountUnits',
    title: said('补充数量单位', 'Further units of quantity', 'Otras unidades de cantidad'),
    codes: 'text',
  },
  {
    name: 'sample_process_method',
    title: said('检后处理方式', 'What happens after the test', 'Destino tras el ensayo'),
    codes: 'text',
  },
  { name: 'mailCompanies', title: said('快递公司', 'Mail companies', 'Empresas de mensajería'), codes: 'text' },
  { name: 'detectionTypes', title: said('检测类别', 'Test categories', 'Clases de ensayo'), codes: 'number' },
  { name: 'testReasons', title: said('检测原因', 'Reasons of a test', 'Motivos de ensayo'), codes: 'text' },
  {
    name: 'specimenDescriptions',
    title: said('样品状态描述', 'Descriptions of specimens', 'Descripciones de la muestra'),
    codes: 'text',
  },
  { name: QUALIFICATIONS, title: said('检测资质', 'Qualifications', 'Acreditaciones'), codes: 'none' },
  { name: 'consignTypes', title: said('委托类型', 'Types of consignment', 'Tipos de encargo'), codes: null },
  { name: 'ConsignStatus', title: said('委托状态', 'Statuses of consignments', 'Estados de encargo'), codes: null },
  { name: 'ReportStatus', title: said('报告状态', 'Statuses of reports', 'Estados de informe'), codes: null },
  { name: 'sendSampleTypes', title: said('送样方式', 'Ways of sending samples', 'Formas de envío'), codes: null },
  { name: 'mailPayTypes', title: said('邮费支付方式', 'Who pays the mail', 'Pago del envío'), codes: null },
  {
    name: 'receiveReportTypes',
    title: said('报告领取方式', 'Ways of receiving reports', 'Entrega de informes'),
    codes: null,
  },
  { name: 'priceTypes', title: said('价格类型', 'Types of prices', 'Tipos de precio'), codes: null },
  { name: 'standardTypes', title: said('标准类型', 'Types of standards', 'Tipos de norma'), codes: null },
  { name: 'standardSourceTypes', title: said('标准来源', 'Sources of standards', 'Origen de normas'), codes: null },
  { name: 'propertyTypes', title: said('辅助属性类型', 'Types of properties', 'Tipos de propiedad'), codes: null },
];

/** A list by its name. */
export const listNamed = (name: string): ListName | null => LIST_NAMES.find((list) => list.name === name) ?? null;

import { inLanguages } from '../text/language.js';

/**
 * Column titles of the list of consignments, and the states of a bill, in every language. The console's list and the
 * exported ledger share them.
 */
export const listLabels = {
  code: inLanguages('预委托编号', 'Code', 'Código'),
  status: inLanguages('状态', 'Status', 'Estado'),
  type: inLanguages('类型', 'Kind', 'Tipo'),
  unit: inLanguages('委托单位', 'Consigning unit', 'Unidad que encarga'),
  lab: inLanguages('检测单位', 'Testing unit', 'Laboratorio'),
  project: inLanguages('工程项目', 'Project', 'Obra'),
  section: inLanguages('合同段', 'Section', 'Tramo'),
  content: inLanguages('检测内容', 'Test content', 'Contenido'),
  samples: inLanguages('样品', 'Samples', 'Muestras'),
  mail: inLanguages('邮寄单号', 'Mail number', 'N.º de envío'),
  bill: inLanguages('委托单编号', 'Bill number', 'N.º de orden'),
  billGened: inLanguages('委托单', 'Bill', 'Orden'),
  billYes: inLanguages('已生成', 'Generated', 'Generada'),
  billNo: inLanguages('未生成', 'Not yet', 'Aún no'),
  actualFee: inLanguages('实际费用/元', 'Actual fee/yuan', 'Importe real/yuan'),
  contact: inLanguages('委托人', 'Contact', 'Contacto'),
  phone: inLanguages('电话', 'Phone', 'Teléfono'),
  time: inLanguages('提交时间', 'Submitted', 'Enviado'),
  created: inLanguages('创建时间', 'Created', 'Creado'),
} as const;
export type ListLabel = keyof typeof listLabels;

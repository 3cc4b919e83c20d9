import { said } from '../rules/language.js';

/**
 * What the list of consignments calls its columns, and the states of a bill, in every language: the list in the console and the
 * ledger that is exported from it say the same.
 */
export const listWords = {
  code: said('预委托编号', 'Code', 'Código'),
  status: said('状态', 'Status', 'Estado'),
  type: said('类型', 'Kind', 'Tipo'),
  unit: said('委托单位', 'Consigning unit', 'Unidad que encarga'),
  lab: said('检测单位', 'Testing unit', 'Entidad de ensayo'),
  project: said('工程项目', 'Project', 'Obra'),
  section: said('合同段', 'Section', 'Tramo'),
  content: said('检测内容', 'Test content', 'Contenido'),
  samples: said('样品', 'Samples', 'Muestras'),
  mail: said('邮寄单号', 'Mail number', 'N.º de envío'),
  bill: said('委托单编号', 'Bill number', 'N.º de orden'),
  billGened: said('委托单', 'Bill', 'Orden'),
  billYes: said('已生成', 'Generated', 'Generada'),
  billNo: said('未生成', 'Not yet', 'Aún no'),
  actualFee: said('实际费用/元', 'Actual fee/yuan', 'Importe real/yuan'),
  contact: said('委托人', 'Contact', 'Contacto'),
  phone: said('电话', 'Phone', 'Teléfono'),
  time: said('提交时间', 'Submitted', 'Enviado'),
  created: said('创建时间', 'Created', 'Creado'),
} as const;
export type ListWord = keyof typeof listWords;

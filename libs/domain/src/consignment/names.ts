import type { ConsignStatus, ConsignType } from '#events';
import { said, type InEveryLanguage, type Language } from '../rules/language.js';
import type { ActionName } from './actions.js';

/** Names of the enumeration ConsignStatus (ADR-010). */
const statusNames: Record<ConsignStatus, InEveryLanguage> = {
  10: said('填写中', 'Filling in', 'En preparación'),
  20: said('待审核', 'Awaiting audit', 'Pendiente de revisión'),
  30: said('待收样', 'Awaiting samples', 'Pendiente de muestras'),
  40: said('审核不通过', 'Audit rejected', 'Revisión rechazada'),
  50: said('已撤回', 'Withdrawn', 'Retirada'),
  60: said('已收样', 'Samples received', 'Muestras recibidas'),
  70: said('待补正', 'Awaiting correction', 'Pendiente de corrección'),
  80: said('待签名', 'Awaiting signature', 'Pendiente de firma'),
  90: said('已退样', 'Samples returned', 'Muestras devueltas'),
};

/** The kinds of consignments by their names (CL-001). */
const typeNames: Record<ConsignType, InEveryLanguage> = {
  1: said('原材料预委托', 'Raw-material consignment', 'Encargo de materiales'),
  2: said('现场检测预约', 'On-site testing appointment', 'Cita de ensayo en obra'),
  3: said('交竣工检测预约', 'Handover testing appointment', 'Cita de ensayo de entrega'),
};

const actionNames: Record<ActionName, InEveryLanguage> = {
  save: said('保存', 'save', 'guardar'),
  submit: said('提交', 'submit', 'enviar'),
  reedit: said('重新编辑', 're-edit', 'volver a editar'),
  delete: said('删除', 'delete', 'eliminar'),
  cancel: said('撤回', 'withdraw', 'retirar'),
  sign: said('签名', 'sign', 'firmar'),
  notifyWitness: said('通知见证人', 'notify witnesses', 'avisar a los testigos'),
  print: said('打印委托单', 'print the bill', 'imprimir la orden'),
  copy: said('复制', 'copy', 'copiar'),
  addSample: said('添加样品', 'add samples', 'añadir muestras'),
  copySample: said('复制样品', 'copy samples', 'copiar muestras'),
  removeSample: said('删除样品', 'delete samples', 'eliminar muestras'),
  attach: said('修改附件', 'change the attachments', 'modificar los adjuntos'),
  setMailNumber: said('填写邮寄单号', 'enter the mail number', 'indicar el número de envío'),
  pass: said('通过审核', 'pass the audit', 'aprobar la revisión'),
  reject: said('驳回', 'reject', 'rechazar'),
  confirm: said('确认收样', 'confirm receipt', 'confirmar la recepción'),
  return: said('退回样品', 'return the samples', 'devolver las muestras'),
  completeParameters: said('完善参数', 'complete the parameters', 'completar los parámetros'),
  setActualFee: said('填写实际费用', 'enter the actual fee', 'indicar el importe real'),
  setBill: said('登记委托单', 'register the bill', 'registrar la orden'),
  enterLaterStage: said('转入后续阶段', 'move to a later stage', 'pasar a una fase posterior'),
};

export const consignTypeName = (type: ConsignType, language: Language = 'zh'): string => typeNames[type][language];
export const consignStatusName = (status: ConsignStatus, language: Language = 'zh'): string =>
  statusNames[status][language];
export const actionNameIn = (action: ActionName, language: Language = 'zh'): string => actionNames[action][language];

/** For values that come as text or number, e.g. message parameters: the name, or the value itself when it names nothing. */
export const nameOfStatus = (value: string | number, language: Language): string =>
  statusNames[Number(value) as ConsignStatus]?.[language] ?? String(value);
export const nameOfAction = (value: string | number, language: Language): string =>
  actionNames[String(value) as ActionName]?.[language] ?? String(value);

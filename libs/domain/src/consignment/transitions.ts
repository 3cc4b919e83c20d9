import { type Actor, type ConsignStatus, type ConsignType, ROLE } from '#events';
import { sameId } from '../rules/equality.js';
import { type InEveryLanguage, type Language, inLanguages } from '../text/language.js';
import { problem, type Problem, RuleBroken } from '../rules/rule-broken.js';
import { isBlank, lengthOf } from '../text/text.js';
import { type Consignment, LIMITS, type OpenConsignment } from './state.js';

/** The party of an action: the consigning unit that owns the consignment, or the laboratory it is addressed to. */
export type Party = 'client' | 'lab';

/** The target of an action: a status, the same status, deleted, or the stage given in the command. */
export type TransitionTarget = ConsignStatus | 'stays' | 'deleted' | 'fromCommand';

type Transition = { by: Party; from: Readonly<Partial<Record<ConsignStatus, TransitionTarget>>> };

/** The specification defines no target for these three; 000.md 2, 3, 4 and ADR-010 choose them. */
export const UNSPECIFIED_TARGETS = { cancel: 50, return: 90, sign: 60 } as const satisfies Record<
  string,
  ConsignStatus
>;

const ALL_STATUSES = [10, 20, 30, 40, 50, 60, 70, 80, 90] as const;

const from = <From extends ConsignStatus>(statuses: readonly From[], target: TransitionTarget): Transition['from'] =>
  Object.fromEntries(statuses.map((status) => [status, target]));

/**
 * The allowed actions by status, with the party and the target (000 section 4). `decide`, the offered actions and the
 * console all read this table.
 */
export const transitions: Readonly<Record<ActionName, Transition>> = {
  save: { by: 'client', from: { ...from([10, 40, 70, 90], 'stays'), 50: 10 } },
  submit: { by: 'client', from: from([10, 40, 70, 90], 20) },
  reedit: { by: 'client', from: { 50: 10 } },
  delete: { by: 'client', from: { 50: 'deleted' } },
  cancel: { by: 'client', from: from([10, 20, 30, 40, 80, 90], UNSPECIFIED_TARGETS.cancel) },
  sign: { by: 'client', from: { 80: UNSPECIFIED_TARGETS.sign } },
  notifyWitness: { by: 'client', from: { 60: 'stays' } },
  print: { by: 'client', from: { 60: 'stays' } },
  copy: { by: 'client', from: from(ALL_STATUSES, 'stays') },
  addSample: { by: 'client', from: from([10, 40, 50, 70, 90], 'stays') },
  copySample: { by: 'client', from: from([10, 40, 50, 70, 90], 'stays') },
  removeSample: { by: 'client', from: from([10, 40, 50, 70, 90], 'stays') },
  attach: { by: 'client', from: from([10, 40, 50, 70, 90], 'stays') },
  setMailNumber: { by: 'client', from: from([10, 20, 30, 40, 70, 90], 'stays') },

  pass: { by: 'lab', from: { 20: 30 } },
  reject: { by: 'lab', from: { 20: 40 } },
  confirm: { by: 'lab', from: { 30: 60 } },
  return: { by: 'lab', from: { 30: UNSPECIFIED_TARGETS.return } },
  completeParameters: { by: 'lab', from: { 20: 'stays' } },
  setActualFee: { by: 'lab', from: from([60, 70, 80], 'stays') },
  setBill: { by: 'lab', from: from([60, 70, 80], 'stays') },
  enterLaterStage: { by: 'lab', from: from([60, 70, 80], 'fromCommand') },
};

export const targetOf = (action: ActionName, status: ConsignStatus): TransitionTarget | null =>
  transitions[action].from[status] ?? null;

/**
 * Whether the client may change the form: 10, 40, 50, 70, 90 (CL-015). In every other status the consignment counts as
 * already submitted (CL-023).
 */
export const isEditable = (status: ConsignStatus): boolean => targetOf('save', status) !== null;

/**
 * The status after an action whose target is in the table. Callers check `actionProblem` first.
 * @throws Error if the action is not allowed in that status or the command gives the target
 */
export const statusAfter = (action: ActionName, status: ConsignStatus): ConsignStatus => {
  const target = targetOf(action, status);
  if (target === 'stays') return status;
  if (typeof target === 'number') return target;
  throw new Error(`${action} leads from ${status} to no status of its own`);
};

/** All actions on a consignment, in the order of menus. */
export const ACTIONS = [
  'save',
  'submit',
  'reedit',
  'delete',
  'cancel',
  'sign',
  'notifyWitness',
  'print',
  'copy',
  'addSample',
  'copySample',
  'removeSample',
  'attach',
  'setMailNumber',
  'pass',
  'reject',
  'confirm',
  'return',
  'completeParameters',
  'setActualFee',
  'setBill',
  'enterLaterStage',
] as const;
export type ActionName = (typeof ACTIONS)[number];

/** Names of the enumeration ConsignStatus (ADR-010). */
const statusNames: Record<ConsignStatus, InEveryLanguage> = {
  10: inLanguages('填写中', 'Filling in', 'En preparación'),
  20: inLanguages('待审核', 'Awaiting audit', 'Pendiente de revisión'),
  30: inLanguages('待收样', 'Awaiting samples', 'Pendiente de muestras'),
  40: inLanguages('审核不通过', 'Audit rejected', 'Revisión rechazada'),
  50: inLanguages('已撤回', 'Withdrawn', 'Retirada'),
  60: inLanguages('已收样', 'Samples received', 'Muestras recibidas'),
  70: inLanguages('待补正', 'Awaiting correction', 'Pendiente de corrección'),
  80: inLanguages('待签名', 'Awaiting signature', 'Pendiente de firma'),
  90: inLanguages('已退样', 'Samples returned', 'Muestras devueltas'),
};

/** Names of the consignment types (CL-001). */
const typeNames: Record<ConsignType, InEveryLanguage> = {
  1: inLanguages('原材料预委托', 'Raw-material consignment', 'Encargo de materiales'),
  2: inLanguages('现场检测预约', 'On-site testing appointment', 'Cita de ensayo en obra'),
  3: inLanguages('交竣工检测预约', 'Handover testing appointment', 'Cita de ensayo de entrega'),
};

const actionNames: Record<ActionName, InEveryLanguage> = {
  save: inLanguages('保存', 'save', 'guardar'),
  submit: inLanguages('提交', 'submit', 'enviar'),
  reedit: inLanguages('重新编辑', 're-edit', 'volver a editar'),
  delete: inLanguages('删除', 'delete', 'eliminar'),
  cancel: inLanguages('撤回', 'withdraw', 'retirar'),
  sign: inLanguages('签名', 'sign', 'firmar'),
  notifyWitness: inLanguages('通知见证人', 'notify witnesses', 'avisar a los testigos'),
  print: inLanguages('打印委托单', 'print the bill', 'imprimir la orden'),
  copy: inLanguages('复制', 'copy', 'copiar'),
  addSample: inLanguages('添加样品', 'add samples', 'añadir muestras'),
  copySample: inLanguages('复制样品', 'copy samples', 'copiar muestras'),
  removeSample: inLanguages('删除样品', 'delete samples', 'eliminar muestras'),
  attach: inLanguages('修改附件', 'change the attachments', 'modificar los adjuntos'),
  setMailNumber: inLanguages('填写邮寄单号', 'enter the mail number', 'indicar el número de envío'),
  pass: inLanguages('通过审核', 'pass the audit', 'aprobar la revisión'),
  reject: inLanguages('驳回', 'reject', 'rechazar'),
  confirm: inLanguages('确认收样', 'confirm receipt', 'confirmar la recepción'),
  return: inLanguages('退回样品', 'return the samples', 'devolver las muestras'),
  completeParameters: inLanguages('完善参数', 'complete the parameters', 'completar los parámetros'),
  setActualFee: inLanguages('填写实际费用', 'enter the actual fee', 'indicar el importe real'),
  setBill: inLanguages('登记委托单', 'register the bill', 'registrar la orden'),
  enterLaterStage: inLanguages('转入后续阶段', 'move to a later stage', 'pasar a una fase posterior'),
};

export const consignTypeName = (type: ConsignType, language: Language = 'zh'): string => typeNames[type][language];
export const consignStatusName = (status: ConsignStatus, language: Language = 'zh'): string =>
  statusNames[status][language];
export const actionNameIn = (action: ActionName, language: Language = 'zh'): string => actionNames[action][language];

/** The name of a status given as text or number, e.g. a message parameter; the value itself if it is unknown. */
export const nameOfStatus = (value: string | number, language: Language): string =>
  statusNames[Number(value) as ConsignStatus]?.[language] ?? String(value);
export const nameOfAction = (value: string | number, language: Language): string =>
  actionNames[String(value) as ActionName]?.[language] ?? String(value);

/** The consignment, if it exists and is not deleted. @throws RuleBroken NO_SUCH_CONSIGNMENT */
export const requireExisting = (state: Consignment): OpenConsignment => {
  if (state.phase === 'open') return state;
  throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
};

/** The problem of an action before its own rules: role, then unit, then status (CL-022). Null if there is none. */
export const actionProblem = (action: ActionName, state: OpenConsignment, by: Actor): Problem | null => {
  const { by: party } = transitions[action];
  if (by.role !== ROLE[party]) return problem('ROLE_NOT_ALLOWED', { action });
  if (by.unitId === null || !sameId(by.unitId, unitOf(party, state))) return problem('NOT_YOURS');
  return targetOf(action, state.consignStatus) === null ? statusProblem(action, state) : null;
};

/** The unit whose users may take the action. For the laboratory it is null before the first submission. */
const unitOf = (party: Party, state: OpenConsignment): string | null => {
  switch (party) {
    case 'client':
      return state.consignUnitId;
    case 'lab':
      return state.consignCode === '' ? null : state.header.testUnitId;
  }
};

const statusProblem = (action: ActionName, { consignStatus: status }: OpenConsignment): Problem => {
  if (action === 'sign') return problem('NOT_AWAITING_SIGNATURE');
  if (action === 'submit') return problem(isEditable(status) ? 'SAVE_FIRST' : 'ALREADY_SUBMITTED');
  return problem('NOT_IN_THIS_STATUS', { status, action });
};

/** A remark may be empty, but not longer than the dialog allows (K-005). */
export const remarkProblem = (remark: string): Problem | null =>
  lengthOf(remark) > LIMITS.remark ? problem('REMARK_TOO_LONG', { max: LIMITS.remark }, 'remark') : null;

/** Rejecting and returning need a reason (CL-004). */
export const reasonProblem = (reason: string): Problem | null =>
  isBlank(reason) ? problem('REASON_REQUIRED', {}, 'remark') : remarkProblem(reason);

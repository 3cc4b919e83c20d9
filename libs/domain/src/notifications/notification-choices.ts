import {
  ERASED,
  type NotificationChannel,
  type NotificationChoices,
  NotificationKind,
  type Occasion,
  ROLE,
} from '#events';
import { type InEveryLanguage, inLanguages } from '../text/language.js';
import type { User } from '../users/user.js';

export const NOTIFICATION_KINDS = NotificationKind.options;

/**
 * Whether a kind is for the laboratory of a consignment. The other kinds about consignments are for the consigning
 * unit.
 */
export const isForLaboratory = (kind: NotificationKind): boolean => kind === 'submitted';

/**
 * Whether a kind is about the registration of a unit. Administrators are notified of a new registration, the registrant
 * of the result.
 */
export const isOfRegistration = (kind: NotificationKind): kind is RegistrationKind =>
  kind === 'unitRegistered' || kind === 'unitOpened' || kind === 'unitRefused';
export type RegistrationKind = Extract<NotificationKind, 'unitRegistered' | 'unitOpened' | 'unitRefused'>;

/**
 * Kinds that a user can still receive and therefore choose channels for. The results of a registration only apply while
 * the unit is not open.
 */
export const kindsFor = (roles: readonly string[], unitIsUnopened: boolean): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => {
    if (kind === 'unitRegistered') return roles.includes(ROLE.admin);
    if (isOfRegistration(kind)) return unitIsUnopened;
    if (kind === 'endpointDisabled') return roles.includes(ROLE.lab) || roles.includes(ROLE.client);
    return roles.includes(isForLaboratory(kind) ? ROLE.lab : ROLE.client);
  });

/**
 * Default channels. E-mail is the default where a user must act or has waited for the result. Text messages cost money,
 * so a user must choose them; the exception is a registrant, who waits for access to the platform.
 */
const DEFAULT: Record<NotificationKind, readonly NotificationChannel[]> = {
  submitted: [],
  rejected: ['email'],
  returned: ['email'],
  confirmed: [],
  parametersCompleted: [],
  reportReady: ['email'],
  unitRegistered: [],
  unitOpened: ['email', 'sms'],
  unitRefused: ['email', 'sms'],
  endpointDisabled: ['email'],
};

/** The chosen or default channels of every kind, whether or not the user has an address for them. */
export const choicesOf = (choices: NotificationChoices = {}): Record<NotificationKind, NotificationChannel[]> =>
  Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, [...(choices[kind] ?? DEFAULT[kind])]])) as Record<
    NotificationKind,
    NotificationChannel[]
  >;

/** The address of a user for a channel; null if there is none. */
export const addressFor = (
  { profile: { email, phone } }: Pick<User, 'profile'>,
  channel: NotificationChannel,
): string | null => {
  const address = channel === 'email' ? email : phone;
  return address === '' || address === ERASED ? null : address;
};

/** The channels used for a notification of this kind: those chosen for which an address is known. */
export const channelsFor = (
  user: Pick<User, 'profile' | 'notificationChoices'>,
  kind: NotificationKind,
): NotificationChannel[] =>
  choicesOf(user.notificationChoices)[kind].filter((channel) => addressFor(user, channel) !== null);

type Said = Pick<Occasion, 'consignCode' | 'consignUnitName' | 'testUnitId' | 'testUnitName' | 'projectName' | 'cause'>;
type Words = { subject: InEveryLanguage; text(choices: Said): InEveryLanguage };

const because = ({ cause }: Said): InEveryLanguage =>
  cause === '' ? inLanguages('。', '.', '.') : inLanguages(`：${cause}`, `: ${cause}`, `: ${cause}`);
const about = ({ projectName }: Said): InEveryLanguage =>
  projectName === ''
    ? inLanguages('', '', '')
    : inLanguages(`（工程 ${projectName}）`, ` (project ${projectName})`, ` (obra ${projectName})`);

/** Kind and name of a unit that registered itself. */
const unitOf = ({ testUnitId, testUnitName, consignUnitName }: Said): InEveryLanguage =>
  testUnitId === ''
    ? inLanguages(
        `委托单位“${consignUnitName}”`,
        `consigning unit “${consignUnitName}”`,
        `unidad que encarga «${consignUnitName}»`,
      )
    : inLanguages(`检测单位“${testUnitName}”`, `testing unit “${testUnitName}”`, `laboratorio «${testUnitName}»`);

/** Subject and text of each kind, shared by the console, e-mails and text messages. They do not name persons. */
const WORDS: Record<NotificationKind, Words> = {
  submitted: {
    subject: inLanguages('有新的委托待审核', 'A consignment awaits your audit', 'Un encargo espera su revisión'),
    text: (it) =>
      inLanguages(
        `${it.consignUnitName}提交了委托 ${it.consignCode}${about(it).zh}，请审核。`,
        `${it.consignUnitName} has submitted consignment ${it.consignCode}${about(it).en}. Please audit it.`,
        `${it.consignUnitName} ha enviado el encargo ${it.consignCode}${about(it).es}. Revíselo, por favor.`,
      ),
  },
  rejected: {
    subject: inLanguages('委托审核不通过', 'A consignment was rejected', 'Un encargo fue rechazado'),
    text: (it) =>
      inLanguages(
        `${it.testUnitName}审核委托 ${it.consignCode}${about(it).zh}，结论为不通过${because(it).zh}`,
        `${it.testUnitName} has rejected consignment ${it.consignCode}${about(it).en}${because(it).en}`,
        `${it.testUnitName} ha rechazado el encargo ${it.consignCode}${about(it).es}${because(it).es}`,
      ),
  },
  returned: {
    subject: inLanguages('样品被退回', 'Samples were returned', 'Muestras devueltas'),
    text: (it) =>
      inLanguages(
        `${it.testUnitName}退回了委托 ${it.consignCode}${about(it).zh}的样品${because(it).zh}`,
        `${it.testUnitName} has returned the samples of consignment ${it.consignCode}${about(it).en}${because(it).en}`,
        `${it.testUnitName} ha devuelto las muestras del encargo ${it.consignCode}${about(it).es}${because(it).es}`,
      ),
  },
  confirmed: {
    subject: inLanguages('样品已确认收样', 'Samples were received', 'Muestras recibidas'),
    text: (it) =>
      inLanguages(
        `${it.testUnitName}已收到委托 ${it.consignCode}${about(it).zh}的样品。`,
        `${it.testUnitName} has received the samples of consignment ${it.consignCode}${about(it).en}.`,
        `${it.testUnitName} ha recibido las muestras del encargo ${it.consignCode}${about(it).es}.`,
      ),
  },
  parametersCompleted: {
    subject: inLanguages('检测参数已补充', 'Test parameters were completed', 'Parámetros de ensayo completados'),
    text: (it) =>
      inLanguages(
        `${it.testUnitName}已补充委托 ${it.consignCode}${about(it).zh}的检测参数。`,
        `${it.testUnitName} has completed the test parameters of consignment ${it.consignCode}${about(it).en}.`,
        `${it.testUnitName} ha completado los parámetros de ensayo del encargo ${it.consignCode}${about(it).es}.`,
      ),
  },
  reportReady: {
    subject: inLanguages('检测报告已发布', 'A report is ready', 'Un informe está listo'),
    text: (it) =>
      inLanguages(
        `${it.testUnitName}发布了委托 ${it.consignCode}${about(it).zh}的检测报告。`,
        `${it.testUnitName} has published a report of consignment ${it.consignCode}${about(it).en}.`,
        `${it.testUnitName} ha publicado un informe del encargo ${it.consignCode}${about(it).es}.`,
      ),
  },
  unitRegistered: {
    subject: inLanguages(
      '有新注册的单位等待开通',
      'A new unit waits to be opened',
      'Una unidad nueva espera su apertura',
    ),
    text: (it) =>
      inLanguages(
        `${unitOf(it).zh}已注册，请核实后开通。`,
        `The ${unitOf(it).en} has registered. Please check it and open it.`,
        `Se ha registrado la ${unitOf(it).es}. Compruébela y ábrala, por favor.`,
      ),
  },
  unitOpened: {
    subject: inLanguages('您注册的单位已开通', 'Your unit is open', 'Su unidad está abierta'),
    text: (it) =>
      inLanguages(
        `您注册的${unitOf(it).zh}已由平台管理员开通，现在可以使用平台。`,
        `The platform’s administrator has opened the ${unitOf(it).en}, which you registered. You can use the platform now.`,
        `El administrador de la plataforma ha abierto la ${unitOf(it).es}, que usted registró. Ya puede usar la plataforma.`,
      ),
  },
  unitRefused: {
    subject: inLanguages('您的单位注册没有通过', 'Your registration was refused', 'Su registro fue rechazado'),
    text: (it) =>
      inLanguages(
        `平台管理员没有同意${unitOf(it).zh}的注册${because(it).zh}`,
        `The platform’s administrator has refused the registration of the ${unitOf(it).en}${because(it).en}`,
        `El administrador de la plataforma ha rechazado el registro de la ${unitOf(it).es}${because(it).es}`,
      ),
  },
  endpointDisabled: {
    subject: inLanguages('回调地址已停用', 'An endpoint was disabled', 'Se desactivó un extremo'),
    text: (it) =>
      inLanguages(
        `回调地址 ${it.cause} 多次没有接收事件，平台已停止向它投递。请检查接收系统，然后在“实验室系统”中恢复投递。`,
        `The endpoint ${it.cause} has not accepted events, and the platform has stopped delivering to it. ` +
          'Please check your system, then resume the endpoint.',
        `El extremo ${it.cause} no ha aceptado eventos y la plataforma ha dejado de entregarle. ` +
          'Revise su sistema y reanude el extremo, por favor.',
      ),
  },
};

export const notificationSubject = (kind: NotificationKind): InEveryLanguage => WORDS[kind].subject;
export const notificationText = (kind: NotificationKind, facts: Said): InEveryLanguage => WORDS[kind].text(facts);

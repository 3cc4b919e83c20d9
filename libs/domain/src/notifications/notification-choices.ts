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

type OccasionFacts = Pick<
  Occasion,
  'consignCode' | 'consignUnitName' | 'testUnitId' | 'testUnitName' | 'projectName' | 'cause'
>;
type NotificationTexts = { subject: InEveryLanguage; text(facts: OccasionFacts): InEveryLanguage };

const causeText = ({ cause }: OccasionFacts): InEveryLanguage =>
  cause === '' ? inLanguages('。', '.', '.') : inLanguages(`：${cause}`, `: ${cause}`, `: ${cause}`);
const projectText = ({ projectName }: OccasionFacts): InEveryLanguage =>
  projectName === ''
    ? inLanguages('', '', '')
    : inLanguages(`（工程 ${projectName}）`, ` (project ${projectName})`, ` (obra ${projectName})`);

/** Kind and name of a unit that registered itself. */
const unitOf = ({ testUnitId, testUnitName, consignUnitName }: OccasionFacts): InEveryLanguage =>
  testUnitId === ''
    ? inLanguages(
        `委托单位“${consignUnitName}”`,
        `consigning unit “${consignUnitName}”`,
        `unidad que encarga «${consignUnitName}»`,
      )
    : inLanguages(`检测单位“${testUnitName}”`, `testing unit “${testUnitName}”`, `laboratorio «${testUnitName}»`);

/** Subject and text of each kind, shared by the console, e-mails and text messages. They do not name persons. */
const TEXTS: Record<NotificationKind, NotificationTexts> = {
  submitted: {
    subject: inLanguages('有新的委托待审核', 'A consignment awaits your audit', 'Un encargo espera su revisión'),
    text: (facts) =>
      inLanguages(
        `${facts.consignUnitName}提交了委托 ${facts.consignCode}${projectText(facts).zh}，请审核。`,
        `${facts.consignUnitName} has submitted consignment ${facts.consignCode}${projectText(facts).en}. Please audit it.`,
        `${facts.consignUnitName} ha enviado el encargo ${facts.consignCode}${projectText(facts).es}. Revíselo, por favor.`,
      ),
  },
  rejected: {
    subject: inLanguages('委托审核不通过', 'A consignment was rejected', 'Un encargo fue rechazado'),
    text: (facts) =>
      inLanguages(
        `${facts.testUnitName}审核委托 ${facts.consignCode}${projectText(facts).zh}，结论为不通过${causeText(facts).zh}`,
        `${facts.testUnitName} has rejected consignment ${facts.consignCode}${projectText(facts).en}${causeText(facts).en}`,
        `${facts.testUnitName} ha rechazado el encargo ${facts.consignCode}${projectText(facts).es}${causeText(facts).es}`,
      ),
  },
  returned: {
    subject: inLanguages('样品被退回', 'Samples were returned', 'Muestras devueltas'),
    text: (facts) =>
      inLanguages(
        `${facts.testUnitName}退回了委托 ${facts.consignCode}${projectText(facts).zh}的样品${causeText(facts).zh}`,
        `${facts.testUnitName} has returned the samples of consignment ${facts.consignCode}${projectText(facts).en}${causeText(facts).en}`,
        `${facts.testUnitName} ha devuelto las muestras del encargo ${facts.consignCode}${projectText(facts).es}${causeText(facts).es}`,
      ),
  },
  confirmed: {
    subject: inLanguages('样品已确认收样', 'Samples were received', 'Muestras recibidas'),
    text: (facts) =>
      inLanguages(
        `${facts.testUnitName}已收到委托 ${facts.consignCode}${projectText(facts).zh}的样品。`,
        `${facts.testUnitName} has received the samples of consignment ${facts.consignCode}${projectText(facts).en}.`,
        `${facts.testUnitName} ha recibido las muestras del encargo ${facts.consignCode}${projectText(facts).es}.`,
      ),
  },
  parametersCompleted: {
    subject: inLanguages('检测参数已补充', 'Test parameters were completed', 'Parámetros de ensayo completados'),
    text: (facts) =>
      inLanguages(
        `${facts.testUnitName}已补充委托 ${facts.consignCode}${projectText(facts).zh}的检测参数。`,
        `${facts.testUnitName} has completed the test parameters of consignment ${facts.consignCode}${projectText(facts).en}.`,
        `${facts.testUnitName} ha completado los parámetros de ensayo del encargo ${facts.consignCode}${projectText(facts).es}.`,
      ),
  },
  reportReady: {
    subject: inLanguages('检测报告已发布', 'A report is ready', 'Un informe está listo'),
    text: (facts) =>
      inLanguages(
        `${facts.testUnitName}发布了委托 ${facts.consignCode}${projectText(facts).zh}的检测报告。`,
        `${facts.testUnitName} has published a report of consignment ${facts.consignCode}${projectText(facts).en}.`,
        `${facts.testUnitName} ha publicado un informe del encargo ${facts.consignCode}${projectText(facts).es}.`,
      ),
  },
  unitRegistered: {
    subject: inLanguages(
      '有新注册的单位等待开通',
      'A new unit waits to be opened',
      'Una unidad nueva espera su apertura',
    ),
    text: (facts) =>
      inLanguages(
        `${unitOf(facts).zh}已注册，请核实后开通。`,
        `The ${unitOf(facts).en} has registered. Please check it and open it.`,
        `Se ha registrado la ${unitOf(facts).es}. Compruébela y ábrala, por favor.`,
      ),
  },
  unitOpened: {
    subject: inLanguages('您注册的单位已开通', 'Your unit is open', 'Su unidad está abierta'),
    text: (facts) =>
      inLanguages(
        `您注册的${unitOf(facts).zh}已由平台管理员开通，现在可以使用平台。`,
        `The platform’s administrator has opened the ${unitOf(facts).en}, which you registered. You can use the platform now.`,
        `El administrador de la plataforma ha abierto la ${unitOf(facts).es}, que usted registró. Ya puede usar la plataforma.`,
      ),
  },
  unitRefused: {
    subject: inLanguages('您的单位注册没有通过', 'Your registration was refused', 'Su registro fue rechazado'),
    text: (facts) =>
      inLanguages(
        `平台管理员没有同意${unitOf(facts).zh}的注册${causeText(facts).zh}`,
        `The platform’s administrator has refused the registration of the ${unitOf(facts).en}${causeText(facts).en}`,
        `El administrador de la plataforma ha rechazado el registro de la ${unitOf(facts).es}${causeText(facts).es}`,
      ),
  },
  endpointDisabled: {
    subject: inLanguages('回调地址已停用', 'An endpoint was disabled', 'Se desactivó un extremo'),
    text: (facts) =>
      inLanguages(
        `回调地址 ${facts.cause} 多次没有接收事件，平台已停止向它投递。请检查接收系统，然后在“实验室系统”中恢复投递。`,
        `The endpoint ${facts.cause} has not accepted events, and the platform has stopped delivering to it. ` +
          'Please check your system, then resume the endpoint.',
        `El extremo ${facts.cause} no ha aceptado eventos y la plataforma ha dejado de entregarle. ` +
          'Revise su sistema y reanude el extremo, por favor.',
      ),
  },
};

export const notificationSubject = (kind: NotificationKind): InEveryLanguage => TEXTS[kind].subject;
export const notificationText = (kind: NotificationKind, facts: OccasionFacts): InEveryLanguage =>
  TEXTS[kind].text(facts);

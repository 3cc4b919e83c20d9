import type { Logger } from 'pino';
import { z } from 'zod';
import { handle, load } from '#domain/event-sourcing';
import { message } from '#domain/messages';
import { inLanguages, type InEveryLanguage, type Language } from '#domain/text';
import { user, verification, type Verification } from '#domain/users';
import { PermanentFailure, verificationCode, type Engines, type JobHandler } from '#engines';
import { decode, ERASED, verificationEvents, type EventStore, type MessageRecord, type Person } from '#events';
import type { MessageTransport } from '../messages/messages.js';
import { resultContext } from '../recorder.js';
import { jobWithResult } from './job-with-result.js';

const Payload = z.object({ requestId: z.string(), verificationId: z.string() });
export type SendCodePayload = z.infer<typeof Payload>;

type Context = {
  engines: Pick<Engines, 'eventStore' | 'vault'>;
  messages: MessageTransport;
  now: () => Date;
  logger: Logger;
};
const KIND = 'verification-code';

/** Why a code was not sent; the console has texts for those that users see. */
const REPLACED = 'CODE_REPLACED';
const EXPIRED = 'CODE_EXPIRED';
const NO_ADDRESS = 'NO_ADDRESS';

/**
 * Sends a verification code to the mobile number of the account, or to its e-mail address if it has no number. The code
 * is in the message only (ADR-003). A code that was replaced or has expired is not sent.
 */
export const sendCode = ({ engines: { eventStore, vault }, messages, now, logger }: Context): JobHandler =>
  jobWithResult({
    payload: Payload,
    logger,
    async run({ requestId, verificationId }) {
      const { state: messageState } = await load(eventStore, message, requestId);
      if (messageState.stage === 'sent') return;
      const { state, events } = await load(eventStore, verification, verificationId);
      const requestEvent = events.find(({ id }) => id === requestId);
      const request = requestEvent && decode(verificationEvents, requestEvent);
      if (request?.type !== 'VerificationCodeRequested' || request.data.requestId !== state.current?.requestId)
        throw new PermanentFailure(REPLACED);
      if (state.current.validUntil <= now().toISOString()) throw new PermanentFailure(EXPIRED);
      const receiver = await loadReceiver(eventStore, state.current);
      const email = receiver?.phone === '' && receiver.email ? { email: receiver.email } : {};
      if (receiver === null || receiver.phone === ERASED || (receiver.phone === '' && !email.email))
        throw new PermanentFailure(NO_ADDRESS);
      const code = await verificationCode(vault, state.current.requestId);
      const language = await loadLanguage(eventStore, state.current);
      await messages.send({
        key: requestId,
        to: receiver,
        ...email,
        subject: SUBJECT[language],
        text: codeText(code)[language],
      });
      await handle(
        eventStore,
        message,
        requestId,
        {
          type: 'RecordSent',
          kind: KIND,
          subjectId: verificationId,
          transport: messages.name,
          records: await recordsOf(eventStore, state.current, now()),
        },
        resultContext(requestId, 'sent', now()),
      );
    },
    async fail({ requestId, verificationId }, reason) {
      const { state, events } = await load(eventStore, verification, verificationId);
      const requestEvent = events.find(({ id }) => id === requestId);
      const request = requestEvent && decode(verificationEvents, requestEvent);
      const records =
        request?.type === 'VerificationCodeRequested' && request.data.requestId === state.current?.requestId
          ? await recordsOf(eventStore, state.current, now())
          : [];
      return handle(
        eventStore,
        message,
        requestId,
        { type: 'RecordFailure', kind: KIND, subjectId: verificationId, reason, records },
        resultContext(requestId, `failed: ${reason}`, now()),
      );
    },
  });

const SUBJECT = inLanguages('验证码', 'Verification code', 'Código de verificación');
const codeText = (code: string): InEveryLanguage =>
  inLanguages(
    `您的验证码是 ${code}，5 分钟内有效。如非本人操作，请忽略。`,
    `Your verification code is ${code}, valid for 5 minutes. If you did not ask for it, please ignore it.`,
    `Su código de verificación es ${code}, válido durante 5 minutos. Si no lo ha pedido, ignórelo.`,
  );

/**
 * The language of the account, otherwise that of the browser. Older requests recorded none; their codes are sent in
 * Chinese.
 */
const loadLanguage = async (
  eventStore: EventStore,
  { userId, language = 'zh' }: NonNullable<Verification['current']>,
): Promise<Language> => {
  const { state } = userId === null ? { state: null } : await load(eventStore, user, userId);
  return state?.language ?? language;
};

/** The message that was sent or should have been, without the code (002 VC-004). None if there is no receiver. */
const recordsOf = async (
  eventStore: EventStore,
  current: NonNullable<Verification['current']>,
  now: Date,
): Promise<MessageRecord[]> => {
  const receiver = await loadReceiver(eventStore, current);
  if (receiver === null) return [];
  const { state } = current.userId === null ? { state: null } : await load(eventStore, user, current.userId);
  return [
    {
      sendSource: 'platform',
      msgType: KIND,
      msgContent: codeText('******')[await loadLanguage(eventStore, current)],
      sendTime: now.toISOString(),
      isPrivate: true,
      acceptUserID: current.userId,
      acceptUnitID: state?.unitId ?? null,
      receiver: { name: receiver.name, phone: receiver.phone },
    },
  ];
};

const loadReceiver = async (
  eventStore: EventStore,
  { userId, receiver }: NonNullable<Verification['current']>,
): Promise<(Person & { email?: string }) | null> => {
  if (receiver) return receiver;
  const { state } = userId === null ? { state: null } : await load(eventStore, user, userId);
  return state?.active ? state.profile : null;
};

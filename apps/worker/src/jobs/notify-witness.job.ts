import type { Logger } from 'pino';
import { v5 as uuidV5 } from 'uuid';
import { z } from 'zod';
import { consignment, witnessesOfEntry, type OpenConsignment, isSigned } from '#domain/consignment';
import { handle, load } from '#domain/event-sourcing';
import { message } from '#domain/messages';
import { inLanguages, type InEveryLanguage, type Language } from '#domain/text';
import { user } from '#domain/users';
import { PermanentFailure, type Engines, type JobHandler } from '#engines';
import { ERASED, type EventStore, type MessageRecord, type RecordedEvent, type Witness } from '#events';
import type { MessageTransport } from '../messages/messages.js';
import { resultContext } from '../recorder.js';
import { jobWithResult } from './job-with-result.js';

const Payload = z.object({ requestId: z.string(), consignmentId: z.string(), signatureIds: z.array(z.string()) });
export type NotifyWitnessPayload = z.infer<typeof Payload>;

type Context = { engines: Pick<Engines, 'eventStore'>; messages: MessageTransport; now: () => Date; logger: Logger };
const KIND = 'witness-signature';

/**
 * Sends a message to every witness who has not signed yet. The key of a message is derived from the request and the
 * witness, so that the receiver recognises what a second run repeats, also after a crash between two witnesses.
 */
export const notifyWitness = ({ engines: { eventStore }, messages, now, logger }: Context): JobHandler =>
  jobWithResult({
    payload: Payload,
    logger,
    async run({ requestId, consignmentId, signatureIds }, { progress, signal }) {
      const { state: messageState } = await load(eventStore, message, requestId);
      if (messageState.stage === 'sent') return;
      const { state, events } = await load(eventStore, consignment, consignmentId);
      if (state.phase !== 'open') throw new PermanentFailure('The consignment no longer exists.');
      const receivers = receiversOf(state, signatureIds);
      if (receivers.length === 0) throw new PermanentFailure('No witness who can be reached has still to sign.');
      const language = await languageOf(
        eventStore,
        events.find(({ id }) => id === requestId),
      );
      for (const [index, { signatureId, witness }] of receivers.entries()) {
        signal.throwIfAborted();
        await messages.send({
          key: keyOf(requestId, signatureId, witness),
          to: witness,
          subject: SUBJECT[language],
          text: textOf(state)[language],
        });
        await progress(((index + 1) / receivers.length) * 100);
      }
      await handle(
        eventStore,
        message,
        requestId,
        {
          type: 'RecordSent',
          kind: KIND,
          subjectId: consignmentId,
          transport: messages.name,
          records: receivers.map(({ witness }) => recordOf(state, witness, language, now())),
        },
        resultContext(requestId, 'sent', now()),
      );
    },
    fail: ({ requestId, consignmentId }, reason) =>
      handle(
        eventStore,
        message,
        requestId,
        { type: 'RecordFailure', kind: KIND, subjectId: consignmentId, reason },
        resultContext(requestId, `failed: ${reason}`, now()),
      ),
  });

/** The witnesses of the requested entries that are not signed yet, without persons who were erased. */
const receiversOf = (
  state: OpenConsignment,
  signatureIds: readonly string[],
): { signatureId: string; witness: Witness }[] =>
  state.signatures
    .filter((entry) => signatureIds.includes(entry.id) && !isSigned(entry))
    .flatMap((entry) => witnessesOfEntry(state, entry).map((witness) => ({ signatureId: entry.id, witness })))
    .filter(({ witness }) => witness.phone !== '' && witness.phone !== ERASED);

/** One record per witness (002 VC-004). Witnesses have no account. */
const recordOf = (state: OpenConsignment, { name, phone }: Witness, language: Language, now: Date): MessageRecord => ({
  sendSource: state.consignUnitName,
  msgType: KIND,
  msgContent: textOf(state)[language],
  sendTime: now.toISOString(),
  isPrivate: true,
  acceptUserID: null,
  acceptUnitID: null,
  receiver: { name, phone },
});

/** The phone number distinguishes the witnesses of a consignment, whatever their order. The key does not reveal it. */
const keyOf = (requestId: string, signatureId: string, { phone }: Witness): string =>
  `${requestId}-${uuidV5(`${signatureId}/${phone}`, requestId)}`;

/** Witnesses have no account with a language, so they get the language of the person who requests the signature. */
const languageOf = async (eventStore: EventStore, request: RecordedEvent | undefined): Promise<Language> => {
  const { state } = request ? await load(eventStore, user, request.metadata.by.userId) : { state: null };
  return state?.language ?? 'zh';
};

const SUBJECT = inLanguages('见证签名提醒', 'Signature of a witness', 'Firma de un testigo');
const textOf = ({ consignCode, header: { projectName }, consignUnitName }: OpenConsignment): InEveryLanguage =>
  inLanguages(
    `${consignUnitName}委托的检测样品（预委托编号 ${consignCode}，工程 ${projectName}）待您见证签名，请及时登录平台处理。`,
    `Samples that ${consignUnitName} has consigned (pre-consignment ${consignCode}, ` +
      `project ${projectName}) await your signature as a witness. Please sign in to the platform.`,
    `Las muestras encargadas por ${consignUnitName} (preencargo ${consignCode}, ` +
      `proyecto ${projectName}) esperan su firma como testigo. Inicie sesión en la plataforma.`,
  );

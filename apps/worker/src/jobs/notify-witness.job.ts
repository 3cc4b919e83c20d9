import type { Logger } from 'pino';
import { z } from 'zod';
import { consignment, handle, load, message, type OpenConsignment } from '#domain';
import { PermanentFailure, type Engines, type JobHandler } from '#engines';
import { ERASED, type Witness } from '#events';
import type { MessageTransport } from '../messages/message-transport.js';
import { answering } from '../recorder.js';

const Payload = z.object({ requestId: z.string(), consignmentId: z.string(), signatureIds: z.array(z.string()) });
export type NotifyWitnessPayload = z.infer<typeof Payload>;

type Context = { engines: Engines; messages: MessageTransport; now: () => Date; logger: Logger };
const KIND = 'witness-signature';

/**
 * Asks every witness still to sign, one message each. The key of a message is made of the request and the witness,
 * so a second run sends nothing that the receiver would take for new.
 */
export const notifyWitness = ({ engines, messages, now, logger }: Context): JobHandler => async (payload, { attempt, lastAttempt, progress }) => {
  const { requestId, consignmentId, signatureIds } = Payload.parse(payload);
  const { state: sent } = await load(engines.eventStore, message, requestId);
  if (sent.stage === 'sent') return;
  try {
    const { state } = await load(engines.eventStore, consignment, consignmentId);
    if (state.phase !== 'open') throw new PermanentFailure('The consignment no longer exists.');
    const receivers = receiversOf(state, signatureIds);
    for (const [index, { key, witness }] of receivers.entries()) {
      await messages.send({ key: `${requestId}-${key}`, to: witness, subject: '见证签名提醒', text: textOf(state) });
      await progress(Math.round(((index + 1) / receivers.length) * 100));
    }
    await handle(engines.eventStore, message, requestId, { type: 'RecordSent', kind: KIND, subjectId: consignmentId, transport: messages.name }, answering(requestId, 'sent', now()));
  } catch (error) {
    if (lastAttempt || error instanceof PermanentFailure) {
      logger.error({ err: error, requestId, attempt }, 'witnesses could not be notified');
      const reason = error instanceof Error ? error.message : String(error);
      await handle(engines.eventStore, message, requestId, { type: 'RecordFailure', kind: KIND, subjectId: consignmentId, reason }, answering(requestId, 'failed', now()));
    }
    throw error;
  }
};

/** Signature entry 2 stands for the owner's witnesses, 3 for the supervision's. Who was erased gets nothing. */
const receiversOf = ({ header, signatures }: OpenConsignment, signatureIds: readonly string[]): { key: string; witness: Witness }[] =>
  signatures
    .filter(({ id }) => signatureIds.includes(id))
    .flatMap(({ id, signType }) => (signType === 2 ? header.ownerWitnesses : header.supervisionWitnesses).map((witness, index) => ({ key: `${id}-${index}`, witness })))
    .filter(({ witness }) => witness.phone !== '' && witness.phone !== ERASED);

const textOf = ({ consignCode, header, consignUnitName }: OpenConsignment): string =>
  `${consignUnitName}委托的检测样品（预委托编号 ${consignCode}，工程 ${header.projectName}）待您见证签名，请及时登录平台处理。`;

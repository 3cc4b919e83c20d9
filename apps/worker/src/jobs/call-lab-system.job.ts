import type { Logger } from 'pino';
import { z } from 'zod';
import { LAB_CONSIGN_ID } from '#contract';
import { consignment, type OpenConsignment } from '#domain/consignment';
import { handle, load } from '#domain/event-sourcing';
import { MAX_FILE_BYTES, mediaTypeOf } from '#domain/files';
import {
  LAB_SUCCESS,
  labAddress,
  labConnectionOf,
  outgoingCall,
  unitCodeHeader,
  type LabConnection,
  type OutgoingCall,
} from '#domain/lab-systems';
import { testingUnit } from '#domain/units';
import {
  JobReleased,
  PermanentFailure,
  ScannerUnavailable,
  type Engines,
  type FileScanner,
  type JobContext,
  type JobHandler,
} from '#engines';
import { OutgoingCallKind, type OutgoingCallFailure } from '#events';
import { OutboundFailed, OutboundRefused, type Outbound, type OutboundResponse } from '#outbound';
import { chinaTimeWithSeconds } from '#domain/time';
import { resultContext, WORKER_ACTOR } from '../recorder.js';
import { jobWithResult } from './job-with-result.js';

const Payload = z.object({
  requestId: z.string(),
  callId: z.string(),
  /** The requested call; null if the call is recorded already. */
  asked: z.object({ kind: OutgoingCallKind, consignmentId: z.string(), revision: z.number() }).nullable(),
});
export type CallLabSystemPayload = z.infer<typeof Payload>;

type Context = {
  engines: Pick<Engines, 'eventStore' | 'files' | 'labExchanges'>;
  outbound: Outbound;
  scanner: FileScanner;
  now: () => Date;
  logger: Logger;
};

const MESSAGE_TIMEOUT_MS = 10_000;
const FILE_TIMEOUT_MS = 60_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
/** Concurrent calls of one worker to one laboratory, so that a laboratory that hangs does not delay calls to others. */
const MAX_CALLS_PER_UNIT = 2;
/**
 * Concurrent calls of one worker by kind; bills are up to 10 MB each. Half of them are reserved for laboratories that
 * respond.
 */
const MAX_CALLS = { message: 64, bill: 16 } as const satisfies Record<OutgoingCallKind, number>;
/** Jobs of this kind that one worker runs at a time. A job for which no call is free is released at once. */
export const LAB_CALL_JOBS = MAX_CALLS.message + MAX_CALLS.bill + 4;
/** Released jobs try again one after another at this interval, after MAX_RETRY_WAIT_MS at the latest. */
const [RETRY_SPACING_MS, MAX_RETRY_WAIT_MS] = [100, 30_000];
/** Statuses besides 5xx that a later attempt may get past: timeout, too early, too many requests. */
const RETRYABLE_STATUSES: readonly number[] = [408, 425, 429];

/** A failed attempt. `isFinal`: another attempt cannot succeed. */
class CallFailed extends Error {
  override name = 'CallFailed';

  constructor(
    readonly failure: OutgoingCallFailure,
    readonly status: number | null,
    readonly isFinal: boolean,
    options?: ErrorOptions,
  ) {
    super(failure, options);
  }

  /** The laboratory did not respond. */
  get isUnanswered(): boolean {
    return this.failure === 'timeout' || this.failure === 'connection';
  }
}

type UnitCall = Pick<OutgoingCall, 'unitId' | 'kind'>;

/** The calls that are running. */
class RunningCalls {
  private readonly running = new Set<UnitCall>();
  /** Units and kinds of calls whose last call got no response. */
  private readonly unresponsive = new Set<string>();
  /** When the last waiting job of a unit tries again, by unit, on the monotonic clock. */
  private readonly lastRetryTimes = new Map<string, number>();

  /**
   * Runs the call if there is room.
   * @throws JobReleased otherwise: the job waits for its next attempt without occupying a worker
   */
  async runIfFree(call: UnitCall, run: () => Promise<void>): Promise<void> {
    if (!this.hasRoom(call)) throw new JobReleased('other calls are under way', this.scheduleRetry(call.unitId));
    const { unitId, kind } = call;
    const runningCall = { unitId, kind };
    this.running.add(runningCall);
    try {
      await run();
      this.unresponsive.delete(keyOf(call));
    } catch (error) {
      if (error instanceof CallFailed && error.isUnanswered) this.unresponsive.add(keyOf(call));
      else this.unresponsive.delete(keyOf(call));
      throw error;
    } finally {
      this.running.delete(runningCall);
    }
  }

  private hasRoom(call: UnitCall): boolean {
    const callsOfKind = [...this.running].filter(({ kind }) => kind === call.kind);
    const callsOfUnit = [...this.running].filter(({ unitId }) => unitId === call.unitId);
    const isUnresponsive = (unitCall: UnitCall) => this.unresponsive.has(keyOf(unitCall));
    if (
      callsOfUnit.length >= (isUnresponsive(call) ? 1 : MAX_CALLS_PER_UNIT) ||
      callsOfKind.length >= MAX_CALLS[call.kind]
    )
      return false;
    return !isUnresponsive(call) || callsOfKind.filter(isUnresponsive).length < MAX_CALLS[call.kind] / 2;
  }

  private scheduleRetry(unitId: string): number {
    const now = performance.now();
    const retryTime = Math.max(now, this.lastRetryTimes.get(unitId) ?? now) + RETRY_SPACING_MS;
    this.lastRetryTimes.set(unitId, Math.min(retryTime, now + MAX_RETRY_WAIT_MS));
    return Math.min(retryTime - now, MAX_RETRY_WAIT_MS);
  }
}

const keyOf = ({ unitId, kind }: UnitCall): string => `${unitId} ${kind}`;

/**
 * Calls a laboratory's system: sends it a message about a submission (EM-006, ILIS-009), or fetches a bill from it
 * (ILIS-003). The result of each attempt is an event; the response itself is not kept. A laboratory without a system
 * gets no message.
 */
export const callLabSystem = ({ engines, outbound, scanner, now, logger }: Context): JobHandler => {
  const { eventStore, files, labExchanges } = engines;
  const runningCalls = new RunningCalls();

  /** Records the call once. Null if there is nothing to call. */
  const loadOrRecordCall = async ({
    requestId,
    callId,
    asked: request,
  }: CallLabSystemPayload): Promise<OutgoingCall | null> => {
    const { state } = await load(eventStore, outgoingCall, callId);
    if (state || !request) return state;
    const { consignmentId, kind, revision } = request;
    const submission = await loadConsignment(consignmentId, revision);
    const unitId = submission?.header.testUnitId;
    if (!submission || !unitId || (kind === 'message' && !(await loadConnection(unitId)))) return null;
    const { consignCode } = submission;
    return (
      await handle(
        eventStore,
        outgoingCall,
        callId,
        { type: 'RequestCall', unitId, kind, consignmentId, consignCode, revision },
        resultContext(requestId, 'requested', now()),
      )
    ).state;
  };

  const loadConsignment = async (id: string, revision?: number): Promise<OpenConsignment | null> => {
    const { state } = await load(eventStore, consignment, id, revision);
    return state.phase === 'open' ? state : null;
  };

  const loadConnection = async (unitId: string): Promise<LabConnection | null> => {
    const { state } = await load(eventStore, testingUnit, unitId);
    return state && labConnectionOf(state);
  };

  /** Posts the facts of a submission and stores the id that the laboratory returns. @throws CallFailed */
  const sendMessage = async (call: OutgoingCall, requestId: string, signal: AbortSignal): Promise<number> => {
    const [system, submission] = [
      await loadConnection(call.unitId),
      await loadConsignment(call.consignmentId, call.consignmentRevision),
    ];
    if (!system || !submission) throw new CallFailed('no-system', null, true);
    const response = await outbound.request({
      url: labAddress(system, `pre/message/${encodeURIComponent(system.code)}`),
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'unit-code': unitCodeHeader(system),
        // The same for every attempt, so that the laboratory can recognise a repetition.
        'idempotency-key': requestId,
      },
      body: JSON.stringify({
        preConsignCode: submission.consignCode,
        consignDate: chinaTimeWithSeconds(submission.committedAt ?? now().toISOString()),
        consignProject: submission.header.projectName,
        consignUnit: submission.consignUnitName,
      }),
      timeoutMs: MESSAGE_TIMEOUT_MS,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      signal,
    });
    requireSuccess(response);
    const { code, labId } = parseMessageResponse(response);
    if (code !== null && ![LAB_SUCCESS.read, LAB_SUCCESS.stored].some((success) => success === code))
      throw new CallFailed('refused', response.status, false);
    if (labId !== '' && (await loadConsignment(call.consignmentId)))
      await handle(
        eventStore,
        consignment,
        call.consignmentId,
        { type: 'SetLabConsignmentId', by: WORKER_ACTOR, limsConsignId: labId },
        resultContext(requestId, 'lab-id', now()),
      );
    return response.status;
  };

  /** Fetches the file of a bill and stores it instead of its address. @throws CallFailed */
  const fetchBill = async (call: OutgoingCall, requestId: string, signal: AbortSignal): Promise<number> => {
    const submission = await loadConsignment(call.consignmentId, call.consignmentRevision);
    if (!submission || !(await loadConsignment(call.consignmentId))) throw new CallFailed('address', null, true);
    const address = submission.billFile;
    const response = await outbound.request({
      url: address,
      method: 'GET',
      headers: { accept: 'application/pdf, image/jpeg' },
      timeoutMs: FILE_TIMEOUT_MS,
      maxResponseBytes: MAX_FILE_BYTES,
      signal,
    });
    requireSuccess(response);
    const { status, body, truncated } = response;
    if (truncated) throw new CallFailed('too-large', status, true);
    const extension = billExtensionOf(body);
    if (extension === null) throw new CallFailed('content', status, true);
    const scan = await scanner.scan(body);
    if (!scan.isClean) {
      logger.warn({ finding: scan.finding, scanner: scanner.name }, 'the scanner refused the bill of a laboratory');
      throw new CallFailed('infected', status, true);
    }
    const name = `${call.consignCode || call.consignmentId}${extension}`;
    const { hash } = await files.put(body, { contentType: mediaTypeOf(name), name });
    await handle(
      eventStore,
      consignment,
      call.consignmentId,
      { type: 'StoreBill', by: WORKER_ACTOR, address, billFile: name, billHash: hash },
      resultContext(requestId, 'bill', now()),
    );
    return status;
  };

  const attempt = (call: OutgoingCall, requestId: string, signal: AbortSignal): Promise<number> =>
    call.kind === 'message' ? sendMessage(call, requestId, signal) : fetchBill(call, requestId, signal);

  /** Makes one attempt and records it. @throws CallFailed, or PermanentFailure if another attempt cannot succeed */
  const recordAttempt = async (
    call: OutgoingCall,
    { requestId, callId }: CallLabSystemPayload,
    { signal, lastAttempt }: JobContext,
  ): Promise<void> => {
    const startedAt = performance.now();
    const record = (command: Parameters<typeof outgoingCall.decider.decide>[0]) =>
      handle(
        eventStore,
        outgoingCall,
        callId,
        command,
        resultContext(requestId, `attempt ${call.attempts + 1}`, now()),
      );
    /** Shown on the page of the laboratory's managers. Not awaited. */
    const saveExchange = (status: number | null, failure: OutgoingCallFailure | null): void => {
      labExchanges
        .recordCall(call.unitId, call.kind, { at: now().toISOString(), ms: elapsedMs(), status, failure })
        .catch((error: unknown) => logger.debug({ err: error, callId }, 'a call could not be noted'));
    };
    const elapsedMs = () => Math.round(performance.now() - startedAt);
    try {
      const status = await attempt(call, requestId, signal);
      saveExchange(status, null);
      await record({ type: 'RecordSuccess', status, ms: elapsedMs() });
    } catch (error) {
      // The worker that has taken the job over repeats the attempt and records it.
      if (signal.aborted) throw error;
      const callFailure = toCallFailure(error);
      if (!callFailure) throw error;
      const { failure, status } = callFailure;
      const isFinal = callFailure.isFinal || lastAttempt;
      saveExchange(status, failure);
      await record({ type: 'RecordFailure', status, ms: elapsedMs(), failure, isFinal });
      throw callFailure.isFinal ? new PermanentFailure(failure, { cause: error }) : callFailure;
    }
  };

  return jobWithResult({
    payload: Payload,
    logger,
    async run(payload, context) {
      const call = await loadOrRecordCall(payload);
      if (!call || call.state === 'delivered') return;
      await runningCalls.runIfFree(call, () => recordAttempt(call, payload, context));
    },
    /** A failure that no attempt has recorded: its worker ended, or an engine was away. */
    async fail({ requestId, callId }) {
      const { state } = await load(eventStore, outgoingCall, callId);
      if (state?.state !== 'waiting') return;
      await handle(
        eventStore,
        outgoingCall,
        callId,
        { type: 'RecordFailure', status: null, ms: 0, failure: 'connection', isFinal: true },
        resultContext(requestId, 'failed', now()),
      );
    },
  });
};

/** @throws CallFailed for anything but 2xx; redirects are not followed */
const requireSuccess = ({ status }: OutboundResponse): void => {
  if (status >= 200 && status <= 299) return;
  throw new CallFailed('status', status, status < 500 && !RETRYABLE_STATUSES.includes(status));
};

/** The failure of the call; null for a failure of the service itself. */
const toCallFailure = (error: unknown): CallFailed | null => {
  if (error instanceof CallFailed) return error;
  if (error instanceof OutboundRefused) return new CallFailed('address', null, true, { cause: error });
  if (error instanceof OutboundFailed) return new CallFailed(error.kind, null, false, { cause: error });
  if (error instanceof ScannerUnavailable) return new CallFailed('scanner', null, false, { cause: error });
  return null;
};

/** The response of a pre-consignment service: `code` tells success. Some laboratories return an empty body. */
const MessageResponse = z.looseObject({
  code: z.coerce.number().nullish(),
  data: z
    .looseObject({ [LAB_CONSIGN_ID]: z.union([z.string(), z.number()]).optional() })
    .nullish()
    .catch(null),
});

const parseMessageResponse = ({ body }: OutboundResponse): { code: number | null; labId: string } => {
  const parsed = MessageResponse.safeParse(parseJson(body)).data;
  return { code: parsed?.code ?? null, labId: String(parsed?.data?.[LAB_CONSIGN_ID] ?? '').trim() };
};

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
};

/** Only formats that every browser shows: PDF and JPEG, recognised by their first bytes (BILL_EXTENSIONS). */
const billExtensionOf = (content: Buffer): '.pdf' | '.jpg' | null => {
  if (content.subarray(0, 5).equals(Buffer.from('%PDF-'))) return '.pdf';
  return content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ? '.jpg' : null;
};

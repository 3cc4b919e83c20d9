import { z } from 'zod';
import { LAB_SUCCESS, labAddress, unitCodeHeader, type LabQuery, type LabConnection } from '#domain/lab-systems';
import type { OutgoingCallFailure } from '#events';
import { OutboundFailed, OutboundRefused, type Outbound } from '#outbound';
import { Problem } from '../../http/problem.js';
import type { Log } from '../../injection-tokens.js';

/** The system of one testing unit and how to reach it. */
export type LabUnit = LabConnection & { testUnitId: string };
type LabRequest = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string };
/**
 * Data to be stored in the laboratory's system. `idempotencyKey` lets that system recognise a repetition. `success` is
 * the code of a successful response.
 */
type LabPost = { body: string; contentType: string; idempotencyKey?: string; successCode?: number };
type LabReply = { status: number; body: string };
/** The limits of one call, in milliseconds and bytes. */
export type LabLimits = { deadlineMs: number; maxBytes: number };

/** The outcome of a call, for the managers of the laboratory. */
export type LabCallOutcome = { ms: number; status: number | null; failure: OutgoingCallFailure | null };

/** A read is repeated once. A call that changes something is never sent twice. */
const MAX_TRIES = 2;
/** The statuses of temporary failures. */
const RETRY_STATUSES = [502, 503, 504];
const MAX_MESSAGE_LENGTH = 200;

/**
 * The envelope of the pre-consignment service. In some responses the payload is `result`, and some have no envelope
 * (002 PRE-002).
 */
const Envelope = z.looseObject({
  code: z.coerce.number().optional(),
  message: z.string().nullish(),
  data: z.unknown().optional(),
  result: z.unknown().optional(),
});

/** Codes of something that the laboratory does not have. The result is null. */
const NOT_FOUND_CODES = [404, 40400];

/**
 * Calls the pre-consignment service in one laboratory's system, in the format of that service (001 section 7, LAB-001).
 */
export class LabClient {
  constructor(
    readonly unit: LabUnit,
    private readonly outbound: Outbound,
    private readonly limits: LabLimits,
    private readonly log: Log,
    private readonly recordOutcome: (outcome: LabCallOutcome) => void,
  ) {}

  /**
   * The payload of a read. Null if the item does not exist.
   * @throws Problem LAB_SYSTEM_AWAY, LAB_SYSTEM_UNREADABLE, LAB_SYSTEM_REFUSED, LAB_SYSTEM_ADDRESS
   */
  async get<Payload>(path: string, query: LabQuery, schema: z.ZodType<Payload>): Promise<Payload | null> {
    return this.withRecord(async () => {
      const reply = await this.send(path, query, { method: 'GET', headers: {} }, MAX_TRIES);
      return { reply, readPayload: () => this.read(path, reply, schema, LAB_SUCCESS.read) };
    });
  }

  /** Sends data to be stored there, once. @throws Problem as `get` */
  async post<Payload>(
    path: string,
    { body, contentType, idempotencyKey, successCode: success = LAB_SUCCESS.read }: LabPost,
    schema: z.ZodType<Payload>,
  ): Promise<Payload | null> {
    const headers = {
      'content-type': contentType,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    };
    return this.withRecord(async () => {
      const reply = await this.send(path, {}, { method: 'POST', headers, body }, 1);
      return { reply, readPayload: () => this.read(path, reply, schema, success) };
    }, 'POST');
  }

  /** The address of a call. A query member without a value is sent with its name only (002 PRE-005). */
  addressOf(path: string, query: LabQuery): string {
    return labAddress(this.unit, path, query);
  }

  /** Makes a call and records its outcome. A POST that the system refuses is not recorded as a failure. */
  private async withRecord<Payload>(
    call: () => Promise<{ reply: LabReply; readPayload(): Payload }>,
    method: 'GET' | 'POST' = 'GET',
  ): Promise<Payload> {
    const startedAt = performance.now();
    let status: number | null = null;
    const record = (failure: OutgoingCallFailure | null) =>
      this.recordOutcome({ ms: Math.round(performance.now() - startedAt), status, failure });
    try {
      const { reply, readPayload } = await call();
      ({ status } = reply);
      const payload = readPayload();
      record(null);
      return payload;
    } catch (error) {
      if (error instanceof NotReached) {
        record(error.failure);
        throw error.problem;
      }
      const failure = failureOf(error);
      record(failure === 'refused' && method === 'POST' ? null : failure);
      throw error;
    }
  }

  private async send(path: string, query: LabQuery, request: LabRequest, attempts: number): Promise<LabReply> {
    const headers = {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'unit-code': unitCodeHeader(this.unit),
      ...request.headers,
    };
    for (let remainingAttempts = attempts - 1; ; remainingAttempts -= 1) {
      try {
        const reply = await this.exchange(this.addressOf(path, query), { ...request, headers });
        if (remainingAttempts === 0 || !RETRY_STATUSES.includes(reply.status)) return reply;
      } catch (error) {
        // A request that timed out is not repeated, because the user has waited long enough.
        const isTooSlow = error instanceof OutboundFailed && error.kind === 'timeout';
        if (remainingAttempts === 0 || error instanceof OutboundRefused || isTooSlow)
          throw this.toNotReached(path, error);
      }
    }
  }

  private async exchange(url: string, request: LabRequest): Promise<LabReply> {
    const { deadlineMs: timeoutMs, maxBytes: maxResponseBytes } = this.limits;
    const { status, body, truncated } = await this.outbound.request({ url, ...request, timeoutMs, maxResponseBytes });
    if (truncated) throw new OutboundFailed('too-large', `More than ${maxResponseBytes} bytes`);
    return { status, body: body.toString('utf8') };
  }

  private read<Payload>(
    path: string,
    { status, body }: LabReply,
    schema: z.ZodType<Payload>,
    success: number,
  ): Payload | null {
    const json = parseJson(body);
    const envelope = Envelope.safeParse(json).data;
    const isEnvelope =
      envelope !== undefined && (envelope.code !== undefined || 'data' in envelope || 'result' in envelope);
    if (NOT_FOUND_CODES.includes(envelope?.code ?? status)) return null;
    if (status < 200 || status > 299 || (isEnvelope && envelope.code !== undefined && envelope.code !== success)) {
      this.log.warn(
        { testUnitId: this.unit.testUnitId, path, status, code: envelope?.code },
        'a laboratory system rejected a call',
      );
      if (status >= 500 && !isEnvelope) throw Problem.labSystemAway();
      throw Problem.labSystemRefused(envelope?.message?.slice(0, MAX_MESSAGE_LENGTH) || null);
    }
    const parsedPayload = schema.safeParse(isEnvelope ? (envelope.data ?? envelope.result) : json);
    if (parsedPayload.success && json !== undefined) return parsedPayload.data;
    this.log.warn(
      {
        testUnitId: this.unit.testUnitId,
        path,
        at: (parsedPayload.error?.issues ?? [])
          .slice(0, 3)
          .map(({ path: issuePath, code }) => `${issuePath.join('.')}: ${code}`),
      },
      'a laboratory system answered something else',
    );
    throw Problem.labSystemUnreadable();
  }

  private toNotReached(path: string, error: unknown): NotReached {
    const reason = error instanceof Error ? error.message : String(error);
    this.log.warn({ testUnitId: this.unit.testUnitId, path, reason }, 'a laboratory system could not be reached');
    if (error instanceof OutboundRefused) return new NotReached('address', Problem.labSystemAddress());
    return new NotReached(error instanceof OutboundFailed ? error.kind : 'connection', Problem.labSystemAway());
  }
}

/** There was no response. `problem` is thrown to the caller, `failure` is shown to the managers of the laboratory. */
class NotReached extends Error {
  override name = 'NotReached';

  constructor(
    readonly failure: OutgoingCallFailure,
    readonly problem: Problem,
  ) {
    super(failure);
  }
}

const FAILURES: Partial<Record<string, OutgoingCallFailure>> = {
  LAB_SYSTEM_REFUSED: 'refused',
  LAB_SYSTEM_UNREADABLE: 'content',
};

/** The kind of failure of a response. */
const failureOf = (error: unknown): OutgoingCallFailure =>
  (error instanceof Problem ? FAILURES[error.code] : undefined) ?? 'status';

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

import { toCloudEvent, toTestEvent, type CloudEvent } from '#contract';
import { load } from '#domain/event-sourcing';
import { retryAfterOf, signingSecrets, waitBeforeNext, type Webhook } from '#domain/lab-systems';
import { consigningUnit, testingUnit } from '#domain/units';
import {
  feedEvent,
  webhookKeys,
  webhookSecret,
  type Attempt,
  type AttemptResult,
  type Delivery,
  type DeliveryFailure,
  type Engines,
} from '#engines';
import { OutboundFailed, OutboundRefused, signatureHeaders, type Outbound } from '#outbound';
import { UNIT_TYPE } from '#events';

export type SendingContext = {
  engines: Pick<Engines, 'eventStore' | 'views' | 'vault'>;
  outbound: Outbound;
  /** The web address of the platform, which events link to. */
  publicUrl: string;
  now: () => Date;
  random: () => number;
  /** How long an endpoint has for a whole response. */
  timeoutMs: number;
};

/** The outcome of an attempt. `disable`: why nothing more must be sent to the endpoint, or null. */
export type AttemptOutcome = AttemptResult & { disable: 'gone' | 'exhausted' | null };

/** Bytes of a response that are read, so that the connection can be reused, and characters of it that are kept. */
const MAX_RESPONSE_BYTES = 16_384;
const MAX_STORED_CHARACTERS = 1_000;
const GONE = 410;
/** Control characters other than line break and tab. */
const CONTROL_CHARACTERS = /[^\P{Cc}\n\t]/gu;

/**
 * Signs one event, sends it to its endpoint and decides what comes next. A test event is tried once.
 * @throws Error if the event cannot be read or signed; nothing was sent then
 */
export const attemptDelivery = async (
  context: SendingContext,
  webhookId: string,
  endpoint: Webhook,
  delivery: Delivery,
): Promise<AttemptOutcome> => {
  const { engines, now, random } = context;
  const body = JSON.stringify(await loadCloudEvent(context, endpoint, delivery));
  const at = now();
  const secrets = await Promise.all(
    signingSecrets(endpoint, at.toISOString()).map(({ id }) => webhookSecret(engines.vault, webhookId, id)),
  );
  const { privateKey } = await loadKeys(engines.vault);
  const headers = {
    'content-type': 'application/cloudevents+json',
    ...signatureHeaders({ id: delivery.eventId, at, body }, { secrets, privateKey }),
  };
  const response = await sendEvent(context, { url: endpoint.url, headers, body });
  const attempt = { at: at.toISOString(), headers, ...response };
  return { eventId: delivery.eventId, attempt, ...nextStep(attempt, delivery, now(), random) };
};

/** The key pair of the installation never changes, so it is read and opened once per vault. */
const loadKeys = (vault: Engines['vault']): ReturnType<typeof webhookKeys> => {
  const cached = keysByVault.get(vault);
  if (cached) return cached;
  const keys = webhookKeys(vault);
  keysByVault.set(vault, keys);
  keys.catch(() => keysByVault.delete(vault));
  return keys;
};
const keysByVault = new WeakMap<Engines['vault'], ReturnType<typeof webhookKeys>>();

/** The event in the form in which the feed returns it. */
const loadCloudEvent = async (
  { engines: { eventStore, views }, publicUrl }: SendingContext,
  { unitId, unitType }: Webhook,
  { eventId, type, position, subject, createdAt }: Delivery,
): Promise<CloudEvent> => {
  const { state } =
    unitType === UNIT_TYPE.laboratory
      ? await load(eventStore, testingUnit, unitId)
      : await load(eventStore, consigningUnit, unitId);
  const sender = { unitNo: state?.unitNo ?? '', origin: publicUrl, logId: eventStore.logId };
  if (position === null) return toTestEvent({ eventId, type, subject, at: createdAt }, sender);
  const row = await feedEvent(views, position);
  if (row?.eventId !== eventId) throw new Error(`the feed does not have event ${eventId} now`);
  return toCloudEvent(row, sender);
};

type ResponseFacts = Pick<Attempt, 'ms' | 'status' | 'failure' | 'retryAfterS' | 'answer'>;

const sendEvent = async (
  { outbound, timeoutMs, now }: SendingContext,
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
): Promise<ResponseFacts> => {
  const startedAt = performance.now();
  try {
    const response = await outbound.request({
      url,
      method: 'POST',
      headers,
      body,
      timeoutMs,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      requireHttps: true,
    });
    const retryAfter = response.headers['retry-after'];
    return {
      ms: response.ms,
      status: response.status,
      failure: statusFailure(response.status),
      retryAfterS: retryAfterOf(response.status, retryAfter, now()),
      answer: response.body.toString('utf8').replaceAll(CONTROL_CHARACTERS, '\uFFFD').slice(0, MAX_STORED_CHARACTERS),
    };
  } catch (error) {
    const ms = Math.round(performance.now() - startedAt);
    return { ms, status: null, failure: failureWithoutResponse(error), retryAfterS: null, answer: '' };
  }
};

const statusFailure = (status: number): DeliveryFailure | null => {
  if (status >= 200 && status < 300) return null;
  if (status === GONE) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'status';
};

/** @throws any error that is neither a refusal nor a failure of the call */
const failureWithoutResponse = (error: unknown): DeliveryFailure => {
  if (error instanceof OutboundRefused) return 'refused';
  if (!(error instanceof OutboundFailed)) throw error;
  return error.kind === 'too-large' ? 'connection' : error.kind;
};

const nextStep = (
  { failure, retryAfterS }: Pick<Attempt, 'failure' | 'retryAfterS'>,
  { tries, isTest }: Delivery,
  now: Date,
  random: () => number,
): Pick<AttemptOutcome, 'state' | 'nextAt' | 'holdUntil' | 'disable'> => {
  if (failure === null) return { state: 'delivered', nextAt: null, disable: null };
  if (isTest) return { state: 'failed', nextAt: null, disable: null };
  // The endpoint continues with this event when it is resumed.
  if (failure === 'gone') return { state: 'waiting', nextAt: now.toISOString(), disable: 'gone' };
  const waitMs = waitBeforeNext(tries + 1, random, retryAfterS);
  if (waitMs === null) return { state: 'failed', nextAt: null, disable: 'exhausted' };
  const timeAfter = (ms: number): string => new Date(now.getTime() + ms).toISOString();
  return {
    state: 'waiting',
    nextAt: timeAfter(waitMs),
    holdUntil: retryAfterS === null ? null : timeAfter(retryAfterS * 1000),
    disable: null,
  };
};

import { timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { v5 } from 'uuid';
import { load, type CommandContext } from '#domain/event-sourcing';
import { message } from '#domain/messages';
import { problem, RuleBroken } from '#domain/rules';
import { foldedName, haveNumberInCommon, type Language } from '#domain/text';
import { verification, canRequestCode, minuteOf, networkCodes, SYSTEM_ACTOR } from '#domain/users';
import { fingerprint, KeyedMutex, verificationCode, type Engines } from '#engines';
import { type SendCodeType, SEND_CODE_TYPE } from '#events';
import { networkOfAddress } from '../auth/network-limits.js';
import { Users, type RegisteredUser } from '../auth/users.js';
import { Decisions } from '../commands/decisions.js';
import { Problem } from '../http/problem.js';
import { ENGINES, OPTIONS, type ApiOptions } from '../injection-tokens.js';

/** The receiver of a code: a user name for a forgotten password, otherwise the phone number to verify. */
export type CodeTarget = { sendCodeType: SendCodeType; userName: string; mobile: string };

/** Requests, checks and uses verification codes. No result depends on whether the account exists (ADR-013). */
@Injectable()
export class VerificationCodes {
  /** Without this lock, simultaneous attempts would conflict with one another. */
  private readonly mutex = new KeyedMutex();

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly users: Users,
  ) {}

  /**
   * Asks the worker to create and send a code, in `language` unless the account has chosen one.
   * @returns the id of the event that requests the code
   * @throws RuleBroken CODE_SENT_RECENTLY, CODES_USED_UP
   */
  async request(target: CodeTarget, language: Language, context: CommandContext): Promise<string> {
    const { sendCodeType, mobile } = target;
    const account = await this.findAccount(target);
    // If the number is not the account's, the code is for no account.
    const userId = account && (mobile === '' || haveNumberInCommon(mobile, account.profile.phone)) ? account.id : null;
    const receiver = sendCodeType === SEND_CODE_TYPE.forgottenPassword ? {} : { receiver: { name: '', phone: mobile } };
    const id = await this.streamIdOf(target, account);
    // The code is derived from the request id, and callers choose their Idempotency-Key. The stream id is included so
    // that a code reveals nothing about the code of another account.
    const requestId = v5(`code/${id}`, context.commandId);
    await this.decisions.decide(
      verification,
      id,
      { type: 'RequestCode', requestId, sendCodeType, userId, ...receiver, at: context.at, language },
      context,
    );
    const { events } = await load(this.engines.eventStore, verification, id);
    const requestEvent = events.findLast(({ metadata }) => metadata.commandId === context.commandId);
    // With an empty id, a failed sending could not be detected.
    if (!requestEvent) throw new Error(`No event of command ${context.commandId} requests a code`);
    return requestEvent.id;
  }

  /**
   * Checks a code and returns its account, null if there is none. The attempt is counted before the code is compared.
   * Another code under the same Idempotency-Key is another attempt.
   * @throws RuleBroken CODE_WRONG
   */
  async check(target: CodeTarget, code: string, context: CommandContext): Promise<{ userId: string | null }> {
    const attemptId = await fingerprint(this.engines.vault, `verification-try/${code}`);
    const id = await this.streamIdOf(target, await this.findAccount(target));
    const {
      state: { current },
    } = await this.mutex.run(id, () =>
      this.decisions.decide(
        verification,
        id,
        { type: 'TryCode', at: context.at },
        { ...context, commandId: v5(`try/${attemptId}`, context.commandId) },
      ),
    );
    if (!current || !isSameCode(code, await verificationCode(this.engines.vault, current.requestId)))
      throw new RuleBroken(problem('CODE_WRONG', {}, 'validateCode'));
    return { userId: current.userId };
  }

  /** Uses up a checked code. @throws RuleBroken CODE_WRONG if another request has just used it */
  async use(target: CodeTarget, context: CommandContext): Promise<void> {
    await this.decisions.decide(
      verification,
      await this.streamIdOf(target, await this.findAccount(target)),
      { type: 'UseCode', at: context.at },
      { ...context, commandId: v5('use', context.commandId) },
    );
  }

  /** The account with the forgotten password. Null for the other kinds of codes. */
  private async findAccount({ sendCodeType, userName }: CodeTarget): Promise<RegisteredUser | null> {
    return sendCodeType === SEND_CODE_TYPE.forgottenPassword ? this.users.byNameOrEmail(userName) : null;
  }

  /**
   * For a forgotten password: the stream of the account, whichever of its names is used and however it is spelled, or
   * of the folded name if the account is unknown. Otherwise the stream of the phone number.
   */
  private streamIdOf({ sendCodeType, userName, mobile }: CodeTarget, account: RegisteredUser | null): Promise<string> {
    const receiver =
      sendCodeType === SEND_CODE_TYPE.forgottenPassword ? (account?.id ?? `name/${foldedName(userName)}`) : mobile;
    return fingerprint(this.engines.vault, `verification/${sendCodeType}/${receiver}`);
  }
}

const isSameCode = (code: string, correctCode: string): boolean => {
  const [enteredBytes, correctBytes] = [Buffer.from(code.trim()), Buffer.from(correctCode)];
  return enteredBytes.length === correctBytes.length && timingSafeEqual(enteredBytes, correctBytes);
};

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Limits the codes that one network requests for any purpose. Limits by number or account do not catch a caller who
 * sends text messages to a thousand numbers. The count is in the log, so all processes share it and a restart does not
 * reset it.
 */
@Injectable()
export class NetworkCodeLimits {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(OPTIONS) private readonly options: ApiOptions,
    private readonly decisions: Decisions,
  ) {}

  /** Counts one request. A repeated request is not counted again. @throws Problem 429 */
  async count(address: string, requestContext: CommandContext): Promise<void> {
    const { codesPerMinute: perMinute, codesPerDay: perDay } = this.options;
    const context = await this.unlinkedContext(requestContext);
    const now = new Date(context.at).getTime();
    const yesterday = await load(this.engines.eventStore, networkCodes, await this.streamIdOf(address, now - DAY_MS));
    await this.decisions.decide(
      networkCodes,
      await this.streamIdOf(address, now),
      (today) => {
        if (!canRequestCode([...yesterday.state, ...today], context.at, { perMinute, perDay })) throw Problem.tooMany();
        return Promise.resolve({ type: 'CountCode' as const, at: context.at });
      },
      context,
    );
  }

  /**
   * A context that cannot be linked to the event that requests the code. Its ids are derived with the vault's secret,
   * its author is the system, and its time has only minutes. Otherwise a reader of the log would learn which numbers
   * were requested from one network.
   */
  private async unlinkedContext({ commandId, bodyHash = '', at }: CommandContext): Promise<CommandContext> {
    const id = v5(await fingerprint(this.engines.vault, `codes-request/${commandId}/${bodyHash}`), commandId);
    return { by: SYSTEM_ACTOR, at: minuteOf(at), commandId: id, correlationId: id };
  }

  private streamIdOf = (address: string, time: number): Promise<string> =>
    fingerprint(this.engines.vault, `codes/${networkOfAddress(address)}/${new Date(time).toISOString().slice(0, 10)}`);
}

const POLL_EVERY_MS = 50;

/**
 * Waits up to `withinMs` milliseconds for evidence that a code was not sent: its message failed finally, or a first
 * attempt failed. False if nothing is known, because the worker may be busy or the jobs may be unreadable.
 * `requestEventId` is the event that requests the code.
 */
export const hasSendingFailed = async (
  { eventStore, jobs }: Pick<Engines, 'eventStore' | 'jobs'>,
  requestEventId: string,
  withinMs: number,
): Promise<boolean> => {
  const end = performance.now() + withinMs;
  for (;;) {
    const { state } = await load(eventStore, message, requestEventId);
    if (state.stage !== 'unsent') return state.stage === 'failed';
    if (performance.now() >= end) break;
    await pause(POLL_EVERY_MS);
  }
  const job = await jobs.get(`${requestEventId}.send-code`).catch(() => null);
  return job !== null && job.error !== null;
};

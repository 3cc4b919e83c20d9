import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { v5 } from 'uuid';
import { load, problem, RuleBroken, verification, type CommandContext, type Language } from '#domain';
import { fingerprint, verificationCode, type Engines } from '#engines';
import type { SendCodeType } from '#events';
import { Decisions } from '../decisions/decisions.js';
import { ENGINES } from '../provided.js';
import { Users } from './users.js';

/** Whom a code is for: a user name where the password is forgotten, else the number that is to be proven. */
export type CodeFor = { sendCodeType: SendCodeType; userName: string; mobile: string };

/** Verification codes: asked for, tried and used. Nothing it does or says depends on whether there is such an account (record 72). */
@Injectable()
export class Verifications {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly users: Users,
  ) {}

  /** Asks the worker to make and send a code, in `language` where the account has chosen none; answers the event that asks. @throws RuleBroken CODE_SENT_RECENTLY, CODES_USED_UP. */
  async request(asked: CodeFor, language: Language, context: CommandContext): Promise<string> {
    const { sendCodeType, mobile } = asked;
    const known = sendCodeType === 2 ? await this.users.byNameOrEmail(asked.userName) : null;
    // With a number that is not the account's own it is nobody's account.
    const userId = known && (mobile === '' || mobile === known.profile.phone) ? known.id : null;
    const receiver = sendCodeType === 2 ? {} : { receiver: { name: '', phone: mobile } };
    const id = await this.idOf(asked);
    // The code follows from it, and strangers choose their Idempotency-Key: the code for one account must tell nothing of another's.
    const requestId = v5(`code/${id}`, context.commandId);
    await this.decisions.decide(
      verification,
      id,
      { type: 'RequestCode', requestId, sendCodeType, userId, ...receiver, at: context.at, language },
      context,
    );
    const { past } = await load(this.engines.eventStore, verification, id);
    return past.findLast(({ metadata }) => metadata.commandId === context.commandId)?.id ?? '';
  }

  /**
   * The account that a right code is for, null for a new one. One try is counted before the code is looked at; under one
   * Idempotency-Key another code is another try. @throws RuleBroken CODE_WRONG.
   */
  async check(asked: CodeFor, code: string, context: CommandContext): Promise<{ userId: string | null }> {
    const tried = await fingerprint(this.engines.vault, `verification-try/${code}`);
    const {
      state: { current },
    } = await this.decisions.decide(
      verification,
      await this.idOf(asked),
      { type: 'TryCode', at: context.at },
      { ...context, commandId: v5(`try/${tried}`, context.commandId) },
    );
    if (!current || !isSame(code, await verificationCode(this.engines.vault, current.requestId)))
      throw new RuleBroken(problem('CODE_WRONG', {}, 'validateCode'));
    return { userId: current.userId };
  }

  /** Uses a code up that was checked. @throws RuleBroken CODE_WRONG when somebody else just did. */
  async use(asked: CodeFor, context: CommandContext): Promise<void> {
    await this.decisions.decide(
      verification,
      await this.idOf(asked),
      { type: 'UseCode', at: context.at },
      { ...context, commandId: v5('use', context.commandId) },
    );
  }

  private idOf({ sendCodeType, userName, mobile }: CodeFor): Promise<string> {
    return fingerprint(
      this.engines.vault,
      `verification/${sendCodeType}/${sendCodeType === 2 ? userName.toLowerCase() : mobile}`,
    );
  }
}

const isSame = (given: string, right: string): boolean => {
  const [one, other] = [Buffer.from(given.trim()), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};

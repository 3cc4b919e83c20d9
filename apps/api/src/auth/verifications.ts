import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { v5 } from 'uuid';
import { load, type CommandContext } from '#domain/event-sourcing';
import { problem, RuleBroken, type Language } from '#domain/rules';
import { foldedName, haveNumberInCommon } from '#domain/text';
import { verification } from '#domain/users';
import { fingerprint, verificationCode, type Engines } from '#engines';
import type { SendCodeType } from '#events';
import { Decisions } from '../decisions/decisions.js';
import { ENGINES } from '../provided.js';
import { KeyedMutex } from './keyed-mutex.js';
import { Users, type RegisteredUser } from './users.js';

/** Whom a code is for: a user name where the password is forgotten, else the number that is to be proven. */
export type CodeTarget = { sendCodeType: SendCodeType; userName: string; mobile: string };

/** Verification codes: asked for, tried and used. Nothing it does or says depends on whether there is such an account (ADR-013). */
@Injectable()
export class Verifications {
  /** So that many tries at once are all answered, not in conflict with one another. */
  private readonly mutex = new KeyedMutex();

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly users: Users,
  ) {}

  /** Asks the worker to make and send a code, in `language` where the account has chosen none; answers the event that asks. @throws RuleBroken CODE_SENT_RECENTLY, CODES_USED_UP. */
  async request(asked: CodeTarget, language: Language, context: CommandContext): Promise<string> {
    const { sendCodeType, mobile } = asked;
    const known = await this.accountOf(asked);
    // With a number that is not the account's own it is nobody's account.
    const userId = known && (mobile === '' || haveNumberInCommon(mobile, known.profile.phone)) ? known.id : null;
    const receiver = sendCodeType === 2 ? {} : { receiver: { name: '', phone: mobile } };
    const id = await this.streamIdOf(asked, known);
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
  async check(asked: CodeTarget, code: string, context: CommandContext): Promise<{ userId: string | null }> {
    const tried = await fingerprint(this.engines.vault, `verification-try/${code}`);
    const id = await this.streamIdOf(asked, await this.accountOf(asked));
    const {
      state: { current },
    } = await this.mutex.run(id, () =>
      this.decisions.decide(
        verification,
        id,
        { type: 'TryCode', at: context.at },
        { ...context, commandId: v5(`try/${tried}`, context.commandId) },
      ),
    );
    if (!current || !isSame(code, await verificationCode(this.engines.vault, current.requestId)))
      throw new RuleBroken(problem('CODE_WRONG', {}, 'validateCode'));
    return { userId: current.userId };
  }

  /** Uses a code up that was checked. @throws RuleBroken CODE_WRONG when somebody else just did. */
  async use(asked: CodeTarget, context: CommandContext): Promise<void> {
    await this.decisions.decide(
      verification,
      await this.streamIdOf(asked, await this.accountOf(asked)),
      { type: 'UseCode', at: context.at },
      { ...context, commandId: v5('use', context.commandId) },
    );
  }

  /** Whose forgotten password it is; of the other purposes nobody's. */
  private async accountOf({ sendCodeType, userName }: CodeTarget): Promise<RegisteredUser | null> {
    return sendCodeType === 2 ? this.users.byNameOrEmail(userName) : null;
  }

  /** Counted by the account, whichever of its names was typed and however it was spelt; by the folded name where nobody has it. */
  private streamIdOf({ sendCodeType, userName, mobile }: CodeTarget, account: RegisteredUser | null): Promise<string> {
    const whom = sendCodeType === 2 ? (account?.id ?? `name/${foldedName(userName)}`) : mobile;
    return fingerprint(this.engines.vault, `verification/${sendCodeType}/${whom}`);
  }
}

const isSame = (given: string, right: string): boolean => {
  const [one, other] = [Buffer.from(given.trim()), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};

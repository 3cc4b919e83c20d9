import { Inject, Injectable } from '@nestjs/common';
import { v5 } from 'uuid';
import { load, type CommandContext } from '#domain/event-sourcing';
import { canRequestCode, minuteOf, networkCodes, SYSTEM_ACTOR } from '#domain/users';
import { fingerprint, type Engines } from '#engines';
import { networkOfAddress } from '../auth/network-limits.js';
import { Decisions } from '../decisions/decisions.js';
import { Problem } from '../http/problem.js';
import { ENGINES, OPTIONS, type ApiOptions } from '../provided.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How many codes one network address asks for, whatever they are for: limits by number or account cannot tell who has text messages sent
 * to a thousand people. Counted in the log, so that all apis count together and none forgets.
 */
@Injectable()
export class NetworkCodeLimits {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(OPTIONS) private readonly options: ApiOptions,
    private readonly decisions: Decisions,
  ) {}

  /** Counts one more; the same request again is not another. @throws Problem 429 */
  async count(address: string, asked: CommandContext): Promise<void> {
    const { codesPerMinute: perMinute, codesPerDay: perDay } = this.options;
    const context = await this.apartFrom(asked);
    const now = new Date(context.at).getTime();
    const before = await load(this.engines.eventStore, networkCodes, await this.idOf(address, now - DAY_MS));
    await this.decisions.decide(
      networkCodes,
      await this.idOf(address, now),
      (today) => {
        if (!canRequestCode([...before.state, ...today], context.at, { perMinute, perDay })) throw Problem.tooMany();
        return Promise.resolve({ type: 'CountCode' as const, at: context.at });
      },
      context,
    );
  }

  /**
   * Ids that follow from the request's by the vault's secret alone, nobody as its author, and the minute: by what the count shares with the
   * code's request, whoever reads the log would know which numbers were asked for from one network.
   */
  private async apartFrom({ commandId, bodyHash = '', at }: CommandContext): Promise<CommandContext> {
    const id = v5(await fingerprint(this.engines.vault, `codes-request/${commandId}/${bodyHash}`), commandId);
    return { by: SYSTEM_ACTOR, at: minuteOf(at), commandId: id, correlationId: id };
  }

  private idOf = (address: string, time: number): Promise<string> =>
    fingerprint(this.engines.vault, `codes/${networkOfAddress(address)}/${new Date(time).toISOString().slice(0, 10)}`);
}

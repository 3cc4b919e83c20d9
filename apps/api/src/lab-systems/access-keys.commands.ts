import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import {
  ACCESS_KEY_LIMITS,
  accessKey,
  accessKeys,
  problem,
  refuseIf,
  type AccessKey,
  type CommandContext,
} from '#domain';
import type { Engines } from '#engines';
import type { Position } from '#events';
import { AccessKeys } from '../auth/access-keys.js';
import { Decisions } from '../decisions/decisions.js';
import { upToDate } from '../http/fresh.js';
import { ENGINES } from '../provided.js';

type Issued = { id: string; secret: string; position: Position | null };
type NewKey = Pick<AccessKey, 'unitId' | 'unitType' | 'name' | 'scopes' | 'expiresAt'>;

/** A new key of a unit. The same request again answers a secret that works, and the one answered before opens nothing. */
export class IssueAccessKey extends Command<Issued> {
  constructor(
    readonly key: NewKey,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
export class RotateAccessKey extends Command<Issued> {
  constructor(
    readonly keyId: string,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
export class RevokeAccessKey extends Command<{ position: Position | null }> {
  constructor(
    readonly keyId: string,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(IssueAccessKey)
export class IssueAccessKeyHandler implements ICommandHandler<IssueAccessKey> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly keys: AccessKeys,
  ) {}

  async execute({ key, reason, context }: IssueAccessKey): Promise<Issued> {
    const id = v5('access-key', context.commandId);
    const { expiresAt } = key;
    const { position } = await this.decisions.decide(
      accessKey,
      id,
      async (state) => {
        if (!state) await this.refuseTooMany(key.unitId);
        const until = expiresAt === null ? null : new Date(expiresAt).toISOString();
        return { type: 'IssueAccessKey' as const, key: { ...key, expiresAt: until }, reason, at: context.at };
      },
      context,
    );
    return { id, secret: await this.keys.renewSecret(id), position };
  }

  private async refuseTooMany(unitId: string): Promise<void> {
    await upToDate(this.engines, accessKeys);
    const { total } = await this.engines.views.find(accessKeys, {
      where: [
        { column: 'unitId', eq: unitId },
        { column: 'isRevoked', eq: 0 },
      ],
      limit: 1,
    });
    refuseIf(total < ACCESS_KEY_LIMITS.held ? null : problem('TOO_MANY_ACCESS_KEYS', { max: ACCESS_KEY_LIMITS.held }));
  }
}

@CommandHandler(RotateAccessKey)
export class RotateAccessKeyHandler implements ICommandHandler<RotateAccessKey> {
  constructor(
    private readonly decisions: Decisions,
    private readonly keys: AccessKeys,
  ) {}

  async execute({ keyId, reason, context }: RotateAccessKey): Promise<Issued> {
    const { position } = await this.decisions.decide(accessKey, keyId, { type: 'RotateAccessKey', reason }, context);
    return { id: keyId, secret: await this.keys.renewSecret(keyId), position };
  }
}

@CommandHandler(RevokeAccessKey)
export class RevokeAccessKeyHandler implements ICommandHandler<RevokeAccessKey> {
  constructor(
    private readonly decisions: Decisions,
    private readonly keys: AccessKeys,
  ) {}

  async execute({ keyId, reason, context }: RevokeAccessKey): Promise<{ position: Position | null }> {
    const { position } = await this.decisions.decide(accessKey, keyId, { type: 'RevokeAccessKey', reason }, context);
    await this.keys.forgetSecret(keyId);
    return { position };
  }
}

export const accessKeyCommandHandlers = [IssueAccessKeyHandler, RotateAccessKeyHandler, RevokeAccessKeyHandler];

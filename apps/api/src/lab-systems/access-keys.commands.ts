import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { load, type CommandContext } from '#domain/event-sourcing';
import { accessKey, type AccessKey, type AccessKeySecret } from '#domain/lab-systems';
import type { Engines } from '#engines';
import type { Position, Scope } from '#events';
import { AccessKeys } from '../auth/access-keys.js';
import { Decisions } from '../commands/decisions.js';
import { ENGINES } from '../injection-tokens.js';
import { UnitQuotas } from './unit-quotas.js';

type WriteResult = { position: Position | null };
type Issued = WriteResult & { id: string; secret: string };
type NewKey = Pick<AccessKey, 'unitId' | 'unitType' | 'name' | 'scopes' | 'expiresAt'>;

/**
 * Issues a new key of a unit. A repeated request returns a new secret, and the secret returned before stops working.
 */
export class IssueAccessKey extends Command<Issued> {
  constructor(
    readonly key: NewKey,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
/** Changes the name or the scopes of a key. Absent members stay unchanged. */
export class ChangeAccessKey extends Command<WriteResult> {
  constructor(
    readonly keyId: string,
    readonly changes: { name?: string | undefined; scopes?: Scope[] | undefined; reason: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}
/**
 * Issues a new secret of a key. A repeated request returns another secret, and the secret returned before stops
 * working.
 */
export class RotateAccessKey extends Command<Issued> {
  constructor(
    readonly keyId: string,
    readonly rotation: { reason: string; overlapHours: number },
    readonly context: CommandContext,
  ) {
    super();
  }
}
export class RevokeAccessKey extends Command<WriteResult> {
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
    private readonly decisions: Decisions,
    private readonly keys: AccessKeys,
    private readonly quotas: UnitQuotas,
  ) {}

  async execute({ key, reason, context }: IssueAccessKey): Promise<Issued> {
    const id = v5('access-key', context.commandId);
    const { expiresAt } = key;
    const { position } = await this.decisions.decide(
      accessKey,
      id,
      async (state) => {
        const expiryTime = expiresAt === null ? null : new Date(expiresAt).toISOString();
        const issue = {
          type: 'IssueAccessKey' as const,
          key: { ...key, expiresAt: expiryTime },
          reason,
          at: context.at,
        };
        if (!state) {
          accessKey.decider.decide(issue, state); // checked first, so that a refused key uses no quota
          await this.quotas.reserve('accessKey', key.unitId, id, context);
        }
        return issue;
      },
      context,
    );
    return { id, secret: await this.keys.renewSecret(id, null), position };
  }
}

@CommandHandler(ChangeAccessKey)
export class ChangeAccessKeyHandler implements ICommandHandler<ChangeAccessKey> {
  constructor(private readonly decisions: Decisions) {}

  async execute({ keyId, changes, context }: ChangeAccessKey): Promise<WriteResult> {
    const { position } = await this.decisions.decide(
      accessKey,
      keyId,
      { type: 'ChangeAccessKey', ...changes },
      context,
    );
    return { position };
  }
}

@CommandHandler(RotateAccessKey)
export class RotateAccessKeyHandler implements ICommandHandler<RotateAccessKey> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly keys: AccessKeys,
  ) {}

  async execute({ keyId, rotation, context }: RotateAccessKey): Promise<Issued> {
    const { state: previous } = await load(this.engines.eventStore, accessKey, keyId);
    const secretId = v5('access-key-secret', context.commandId);
    const { state, position } = await this.decisions.decide(
      accessKey,
      keyId,
      { type: 'RotateAccessKey', secretId, ...rotation, at: context.at },
      context,
    );
    const secret = await this.keys.renewSecret(keyId, secretId);
    const isOver = ({ id }: AccessKeySecret) => !state?.secrets.some((current) => current.id === id);
    await this.keys.deleteSecrets(keyId, (previous?.secrets ?? []).filter(isOver));
    return { id: keyId, secret, position };
  }
}

@CommandHandler(RevokeAccessKey)
export class RevokeAccessKeyHandler implements ICommandHandler<RevokeAccessKey> {
  constructor(
    private readonly decisions: Decisions,
    private readonly keys: AccessKeys,
  ) {}

  async execute({ keyId, reason, context }: RevokeAccessKey): Promise<WriteResult> {
    const { state, position } = await this.decisions.decide(
      accessKey,
      keyId,
      { type: 'RevokeAccessKey', reason },
      context,
    );
    await this.keys.deleteSecrets(keyId, state?.secrets ?? []);
    return { position };
  }
}

export const accessKeyCommandHandlers = [
  IssueAccessKeyHandler,
  ChangeAccessKeyHandler,
  RotateAccessKeyHandler,
  RevokeAccessKeyHandler,
];

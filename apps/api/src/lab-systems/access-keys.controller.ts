import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  changeAccessKey,
  issueAccessKey,
  listAccessKeys,
  listAccessKeyUsage,
  revokeAccessKey,
  rotateAccessKey,
} from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { ChangeAccessKey, IssueAccessKey, RevokeAccessKey, RotateAccessKey } from './access-keys.commands.js';
import { GetAccessKey, ListAccessKeys, ListAccessKeyUsage } from './access-keys.queries.js';
import { UnitConnections } from './unit-systems.js';

/** Access keys for the systems of units. Unit managers and administrators issue, change, rotate and revoke them. */
@Controller()
export class AccessKeysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly unitSystems: UnitConnections,
  ) {}

  @HandlesOperation(issueAccessKey)
  async issue(
    @Input() { unitId, reason, ...key }: InputOf<typeof issueAccessKey>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const unit = await this.unitSystems.managedBy(caller, unitId);
    const { id, secret, position } = await this.commands.execute(
      new IssueAccessKey({ ...key, ...unit }, reason, context),
    );
    return withMeta({ ...(await this.queries.execute(new GetAccessKey(id))), secret }, { position });
  }

  @HandlesOperation(listAccessKeys)
  async list(@Input() { unitId }: InputOf<typeof listAccessKeys>, @CurrentUser() caller: Caller) {
    const unit = await this.unitSystems.managedBy(caller, unitId);
    return { items: await this.queries.execute(new ListAccessKeys(unit.unitId)) };
  }

  @HandlesOperation(listAccessKeyUsage)
  async usage(@Input() { unitId }: InputOf<typeof listAccessKeyUsage>, @CurrentUser() caller: Caller) {
    const unit = await this.unitSystems.managedBy(caller, unitId);
    return this.queries.execute(new ListAccessKeyUsage(unit.unitId));
  }

  @HandlesOperation(changeAccessKey)
  async change(
    @Input() { keyId, ...changes }: InputOf<typeof changeAccessKey>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    await this.unitSystems.keyManagedBy(caller, keyId);
    const { position } = await this.commands.execute(new ChangeAccessKey(keyId, changes, context));
    return withMeta(await this.queries.execute(new GetAccessKey(keyId)), { position });
  }

  @HandlesOperation(rotateAccessKey)
  async rotate(
    @Input() { keyId, ...rotation }: InputOf<typeof rotateAccessKey>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    await this.unitSystems.keyManagedBy(caller, keyId);
    const { secret, position } = await this.commands.execute(new RotateAccessKey(keyId, rotation, context));
    return withMeta({ ...(await this.queries.execute(new GetAccessKey(keyId))), secret }, { position });
  }

  @HandlesOperation(revokeAccessKey)
  async revoke(
    @Input() { keyId, reason = '' }: InputOf<typeof revokeAccessKey>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    await this.unitSystems.keyManagedBy(caller, keyId);
    const { position } = await this.commands.execute(new RevokeAccessKey(keyId, reason, context));
    return withMeta(true as const, { position });
  }
}

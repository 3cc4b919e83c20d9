import { Controller, Inject } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  changeWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookKey,
  listWebhooks,
  pauseWebhook,
  registerWebhook,
  resumeWebhook,
  revokeWebhookSecret,
  rotateWebhookSecret,
} from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { webhookKeys, type Engines } from '#engines';
import type { Position } from '#events';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { UnitConnections } from './unit-systems.js';
import { ChangeWebhook, RegisterWebhook, RotateWebhookSecret, ChangeWebhookState } from './webhooks.commands.js';
import { GetWebhook, ListWebhooks } from './webhooks.queries.js';

/**
 * Endpoints to which the feed of a unit is delivered (Standard Webhooks). Unit managers, administrators and the unit's
 * own system manage them.
 */
@Controller()
export class WebhooksController {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly unitSystems: UnitConnections,
  ) {}

  @HandlesOperation(registerWebhook)
  async register(
    @Input() { unitId, ...texts }: InputOf<typeof registerWebhook>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const unit = await this.unitSystems.managedBy(caller, unitId);
    const { id, secret, position } = await this.commands.execute(new RegisterWebhook({ ...texts, ...unit }, context));
    return withMeta({ ...(await this.queries.execute(new GetWebhook(id))), secret }, { position });
  }

  @HandlesOperation(listWebhooks)
  async list(@Input() { unitId }: InputOf<typeof listWebhooks>, @CurrentUser() caller: Caller) {
    const unit = await this.unitSystems.managedBy(caller, unitId);
    return { items: await this.queries.execute(new ListWebhooks(unit.unitId)) };
  }

  @HandlesOperation(getWebhookKey)
  async key() {
    return { algorithm: 'ed25519' as const, publicKey: (await webhookKeys(this.engines.vault)).publicKey };
  }

  @HandlesOperation(getWebhook)
  async get(@Input() { webhookId }: InputOf<typeof getWebhook>, @CurrentUser() caller: Caller) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    return this.queries.execute(new GetWebhook(webhookId));
  }

  @HandlesOperation(changeWebhook)
  async change(
    @Input() { webhookId, ...changes }: InputOf<typeof changeWebhook>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    return this.after(webhookId, await this.commands.execute(new ChangeWebhook(webhookId, changes, context)));
  }

  @HandlesOperation(deleteWebhook)
  async delete(
    @Input() { webhookId, reason = '' }: InputOf<typeof deleteWebhook>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    const step = { type: 'DeleteWebhook' as const, reason };
    const { position } = await this.commands.execute(new ChangeWebhookState(webhookId, step, context));
    return withMeta(true as const, { position });
  }

  @HandlesOperation(pauseWebhook)
  async pause(
    @Input() { webhookId }: InputOf<typeof pauseWebhook>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    const step = { type: 'PauseWebhook' as const };
    return this.after(webhookId, await this.commands.execute(new ChangeWebhookState(webhookId, step, context)));
  }

  @HandlesOperation(resumeWebhook)
  async resume(
    @Input() { webhookId }: InputOf<typeof resumeWebhook>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    const step = { type: 'ResumeWebhook' as const };
    return this.after(webhookId, await this.commands.execute(new ChangeWebhookState(webhookId, step, context)));
  }

  @HandlesOperation(rotateWebhookSecret)
  async rotateSecret(
    @Input() { webhookId }: InputOf<typeof rotateWebhookSecret>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    const { secret, position } = await this.commands.execute(new RotateWebhookSecret(webhookId, context));
    return withMeta({ ...(await this.queries.execute(new GetWebhook(webhookId))), secret }, { position });
  }

  @HandlesOperation(revokeWebhookSecret)
  async revokeSecret(
    @Input() { webhookId, secretId, reason }: InputOf<typeof revokeWebhookSecret>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    const step = { type: 'RevokeWebhookSecret' as const, secretId, reason, at: context.at };
    return this.after(webhookId, await this.commands.execute(new ChangeWebhookState(webhookId, step, context)));
  }

  private async after(webhookId: string, { position }: { position: Position | null }) {
    return withMeta(await this.queries.execute(new GetWebhook(webhookId)), { position });
  }
}

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
import type { CommandContext } from '#domain';
import { webhookKeys, type Engines } from '#engines';
import type { Position } from '#events';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { UnitSystems } from './unit-systems.js';
import { ChangeWebhook, RegisterWebhook, RotateWebhookSecret, StepWebhook } from './webhooks.commands.js';
import { GetWebhook, ListWebhooks } from './webhooks.queries.js';

/** Endpoints to which the feed of a unit is delivered (Standard Webhooks): kept by unit managers, administrators and the unit's own system. */
@Controller()
export class WebhooksController {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly unitSystems: UnitSystems,
  ) {}

  @Handles(registerWebhook)
  async register(
    @Input() { unitId, ...texts }: InputOf<typeof registerWebhook>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const unit = await this.unitSystems.managedBy(caller, unitId);
    const { id, secret, position } = await this.commands.execute(new RegisterWebhook({ ...texts, ...unit }, context));
    return answer({ ...(await this.queries.execute(new GetWebhook(id))), secret }, { position });
  }

  @Handles(listWebhooks)
  async list(@Input() { unitId }: InputOf<typeof listWebhooks>, @By() caller: Caller) {
    const unit = await this.unitSystems.managedBy(caller, unitId);
    return { items: await this.queries.execute(new ListWebhooks(unit.unitId)) };
  }

  @Handles(getWebhookKey)
  async key() {
    return { algorithm: 'ed25519' as const, publicKey: (await webhookKeys(this.engines.vault)).publicKey };
  }

  @Handles(getWebhook)
  async get(@Input() { webhookId }: InputOf<typeof getWebhook>, @By() caller: Caller) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    return this.queries.execute(new GetWebhook(webhookId));
  }

  @Handles(changeWebhook)
  async change(
    @Input() { webhookId, ...changes }: InputOf<typeof changeWebhook>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    return this.after(webhookId, await this.commands.execute(new ChangeWebhook(webhookId, changes, context)));
  }

  @Handles(deleteWebhook)
  async delete(
    @Input() { webhookId, reason = '' }: InputOf<typeof deleteWebhook>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    const step = { type: 'DeleteWebhook' as const, reason };
    const { position } = await this.commands.execute(new StepWebhook(webhookId, step, context));
    return answer(true as const, { position });
  }

  @Handles(pauseWebhook)
  async pause(
    @Input() { webhookId }: InputOf<typeof pauseWebhook>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    const step = { type: 'PauseWebhook' as const };
    return this.after(webhookId, await this.commands.execute(new StepWebhook(webhookId, step, context)));
  }

  @Handles(resumeWebhook)
  async resume(
    @Input() { webhookId }: InputOf<typeof resumeWebhook>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    const step = { type: 'ResumeWebhook' as const };
    return this.after(webhookId, await this.commands.execute(new StepWebhook(webhookId, step, context)));
  }

  @Handles(rotateWebhookSecret)
  async rotateSecret(
    @Input() { webhookId }: InputOf<typeof rotateWebhookSecret>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    const { secret, position } = await this.commands.execute(new RotateWebhookSecret(webhookId, context));
    return answer({ ...(await this.queries.execute(new GetWebhook(webhookId))), secret }, { position });
  }

  @Handles(revokeWebhookSecret)
  async revokeSecret(
    @Input() { webhookId, secretId, reason }: InputOf<typeof revokeWebhookSecret>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    const step = { type: 'RevokeWebhookSecret' as const, secretId, reason, at: context.at };
    return this.after(webhookId, await this.commands.execute(new StepWebhook(webhookId, step, context)));
  }

  private async after(webhookId: string, { position }: { position: Position | null }) {
    return answer(await this.queries.execute(new GetWebhook(webhookId)), { position });
  }
}

import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import type { CommandContext } from '#domain/event-sourcing';
import { webhook, type Webhook, type WebhookCommand } from '#domain/lab-systems';
import { webhookSecret, type Engines } from '#engines';
import type { Position } from '#events';
import { Decisions } from '../commands/decisions.js';
import { ENGINES, OPTIONS, type ApiOptions } from '../injection-tokens.js';
import { UnitQuotas } from './unit-quotas.js';
import { webhookAddress } from './webhook-address.js';

type WriteResult = { position: Position | null };
type WithSecret = WriteResult & { id: string; secret: string };
type Texts = Pick<Webhook, 'url' | 'types' | 'description'>;

/** Registers an endpoint of a unit. A repeated request returns the same secret. */
export class RegisterWebhook extends Command<WithSecret> {
  constructor(
    readonly webhook: Pick<Webhook, 'unitId' | 'unitType'> & Texts,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RegisterWebhook)
export class RegisterWebhookHandler implements ICommandHandler<RegisterWebhook> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    @Inject(OPTIONS) private readonly options: ApiOptions,
    private readonly quotas: UnitQuotas,
  ) {}

  async execute({ webhook: { unitId, ...rest }, context }: RegisterWebhook): Promise<WithSecret> {
    const url = webhookAddress(rest.url, this.options.labSystemHosts);
    const id = v5('webhook', context.commandId);
    const secretId = secretIdOf(context);
    const secret = await webhookSecret(this.engines.vault, id, secretId);
    const { position } = await this.decisions.decide(
      webhook,
      id,
      async (state) => {
        const register = {
          type: 'RegisterWebhook' as const,
          webhook: { ...rest, unitId, url },
          secret: { id: secretId, last4: last4Of(secret) },
        };
        if (!state) {
          webhook.decider.decide(register, state); // checked first, so that a refused registration uses no quota
          await this.quotas.reserve('webhook', unitId, id, context);
        }
        return register;
      },
      context,
    );
    return { id, secret, position };
  }
}

/** Pauses, resumes or deletes an endpoint, or revokes one of its secrets. */
export class ChangeWebhookState extends Command<WriteResult> {
  constructor(
    readonly webhookId: string,
    readonly step: Extract<
      WebhookCommand,
      { type: 'PauseWebhook' | 'ResumeWebhook' | 'DeleteWebhook' | 'RevokeWebhookSecret' }
    >,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeWebhookState)
export class ChangeWebhookStateHandler implements ICommandHandler<ChangeWebhookState> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ webhookId, step, context }: ChangeWebhookState): Promise<WriteResult> {
    const { position } = await this.decisions.decide(webhook, webhookId, step, context);
    // If the process died after the event, a repeated request appends nothing, but the store still has to be updated.
    if (step.type === 'ResumeWebhook') await this.engines.deliveries.resume(webhookId, context.at);
    if (step.type === 'DeleteWebhook') await this.engines.deliveries.remove(webhookId, context.at);
    return { position };
  }
}

/** Changes the address, the types or the description. Absent members stay unchanged. */
export class ChangeWebhook extends Command<WriteResult> {
  constructor(
    readonly webhookId: string,
    readonly changes: Partial<Texts>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeWebhook)
export class ChangeWebhookHandler implements ICommandHandler<ChangeWebhook> {
  constructor(
    private readonly decisions: Decisions,
    @Inject(OPTIONS) private readonly options: ApiOptions,
  ) {}

  async execute({ webhookId, changes: { url, ...otherChanges }, context }: ChangeWebhook): Promise<WriteResult> {
    const changes =
      url === undefined ? otherChanges : { ...otherChanges, url: webhookAddress(url, this.options.labSystemHosts) };
    const { position } = await this.decisions.decide(webhook, webhookId, { type: 'ChangeWebhook', changes }, context);
    return { position };
  }
}

/** Creates a new secret of an endpoint. A repeated request returns the same secret. */
export class RotateWebhookSecret extends Command<WithSecret> {
  constructor(
    readonly webhookId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RotateWebhookSecret)
export class RotateWebhookSecretHandler implements ICommandHandler<RotateWebhookSecret> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ webhookId, context }: RotateWebhookSecret): Promise<WithSecret> {
    const secretId = secretIdOf(context);
    const secret = await webhookSecret(this.engines.vault, webhookId, secretId);
    const { position } = await this.decisions.decide(
      webhook,
      webhookId,
      { type: 'RotateWebhookSecret', secret: { id: secretId, last4: last4Of(secret) }, at: context.at },
      context,
    );
    return { id: webhookId, secret, position };
  }
}

export const webhookCommandHandlers = [
  RegisterWebhookHandler,
  ChangeWebhookStateHandler,
  ChangeWebhookHandler,
  RotateWebhookSecretHandler,
];

const secretIdOf = ({ commandId }: CommandContext): string => v5('webhook-secret', commandId);

/** The last four characters of a secret before the padding of base64. */
const last4Of = (secret: string): string => secret.replace(/=+$/, '').slice(-4);

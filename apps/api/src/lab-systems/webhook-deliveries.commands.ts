import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { EXAMPLE_CONSIGNMENT_ID } from '#contract';
import { findEarlierEvent, load, type CommandContext } from '#domain/event-sourcing';
import { feedTypesFor, webhook, type RedeliverySelection, type Webhook } from '#domain/lab-systems';
import { problem, refuseIf, RuleBroken } from '#domain/rules';
import type { Engines, RedeliveryCount, RedeliverySelection as StoredSelection } from '#engines';
import { decode, webhookEvents, type Position } from '#events';
import { Decisions } from '../commands/decisions.js';
import { ENGINES } from '../injection-tokens.js';

/** @throws RuleBroken NO_SUCH_WEBHOOK */
const requireWebhook = async ({ eventStore }: Engines, webhookId: string): Promise<Webhook> => {
  const { state } = await load(eventStore, webhook, webhookId);
  if (!state || state.state === 'deleted') throw new RuleBroken(problem('NO_SUCH_WEBHOOK'));
  return state;
};

/**
 * Sends the example of an event type to an endpoint in any state. Without a type, sends the first type that the
 * endpoint receives.
 */
export class SendTestEvent extends Command<{ eventId: string }> {
  constructor(
    readonly webhookId: string,
    readonly type: string | undefined,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * A repeated request has the same event id, so the event is sent once. @throws RuleBroken NO_SUCH_WEBHOOK,
 * FEED_TYPE_UNKNOWN
 */
@CommandHandler(SendTestEvent)
export class SendTestEventHandler implements ICommandHandler<SendTestEvent> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ webhookId, type: requestedType, context }: SendTestEvent): Promise<{ eventId: string }> {
    const { types } = await requireWebhook(this.engines, webhookId);
    const [type] = feedTypesFor(requestedType === undefined ? types : [requestedType]);
    if (type === undefined) throw new RuleBroken(problem('FEED_TYPE_UNKNOWN', { prefix: requestedType ?? '' }, 'type'));
    const eventId = v5('webhook-test', context.commandId);
    const event = {
      eventId,
      position: null,
      type,
      subject: EXAMPLE_CONSIGNMENT_ID,
      createdAt: context.at,
      isTest: true,
    };
    await this.engines.deliveries.add(webhookId, [event], null);
    return { eventId };
  }
}

/** Retries the event that has waited longest, immediately. Returns its id, or null if none waits. */
export class RetryNow extends Command<string | null> {
  constructor(
    readonly webhookId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** @throws RuleBroken NO_SUCH_WEBHOOK, WEBHOOK_NOT_ACTIVE */
@CommandHandler(RetryNow)
export class RetryNowHandler implements ICommandHandler<RetryNow> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ webhookId, context }: RetryNow): Promise<string | null> {
    const { state } = await requireWebhook(this.engines, webhookId);
    refuseIf(state === 'active' ? null : problem('WEBHOOK_NOT_ACTIVE'));
    return this.engines.deliveries.retryNow(webhookId, context.at);
  }
}

/** The result of a redelivery; `position` is null if the events were only counted. */
type Redelivered = RedeliveryCount & { position: Position | null };

/** Sends events again, or counts them. With `expectedCount` null, any count is accepted. */
export class Redeliver extends Command<Redelivered> {
  constructor(
    readonly webhookId: string,
    readonly selection: RedeliverySelection,
    readonly mode: { dryRun: true } | { dryRun: false; reason: string; expectedCount: number | null },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * The request is recorded as an event before anything is sent again. A repeated request returns the same count and
 * sends nothing twice.
 * @throws RuleBroken NO_SUCH_WEBHOOK, REASON_REQUIRED, COUNT_CHANGED
 */
@CommandHandler(Redeliver)
export class RedeliverHandler implements ICommandHandler<Redeliver> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ webhookId, selection, mode, context }: Redeliver): Promise<Redelivered> {
    const { deliveries } = this.engines;
    const storedSelection = toStoredSelection(selection);
    const count = () => deliveries.redeliver(webhookId, storedSelection, context.at, { dryRun: true });
    if (mode.dryRun) {
      await requireWebhook(this.engines, webhookId);
      return { ...(await count()), position: null };
    }
    const { reason, expectedCount } = mode;
    const { position } = await this.decisions.decide(
      webhook,
      webhookId,
      async () => {
        const totals = await count();
        refuseIf(
          expectedCount === null || expectedCount === totals.count
            ? null
            : problem('COUNT_CHANGED', { count: totals.count }, 'expectedCount'),
        );
        return { type: 'RequestRedelivery' as const, selection, count: totals.count, reason };
      },
      context,
    );
    const requestId = context.commandId;
    const result = await deliveries.redeliver(webhookId, storedSelection, context.at, { dryRun: false, requestId });
    return { ...result, count: await this.countOf(webhookId, context), position };
  }

  /** The count in the event of this request. It includes deliveries that have been sent since. */
  private async countOf(webhookId: string, context: CommandContext): Promise<number> {
    const { events } = await load(this.engines.eventStore, webhook, webhookId);
    const stored = findEarlierEvent(events, context);
    const event = stored && decode(webhookEvents, stored);
    return event?.type === 'WebhookRedeliveryRequested' ? event.data.count : 0;
  }
}

export const webhookDeliveryCommandHandlers = [SendTestEventHandler, RetryNowHandler, RedeliverHandler];

/** The selection in the form of the deliveries store. */
const toStoredSelection = (selection: RedeliverySelection): StoredSelection => {
  switch (selection.mode) {
    case 'events':
      return { eventIds: selection.eventIds };
    case 'period':
      return { from: selection.from, to: selection.to };
    case 'failed':
      return { failedOnly: true };
  }
};

import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhookHours,
  redeliverWebhook,
  retryWebhookNow,
  testWebhook,
} from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { RedeliverySelection } from '#domain/lab-systems';
import { problem, RuleBroken } from '#domain/rules';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { UnitConnections } from './unit-systems.js';
import { Redeliver, RetryNow, SendTestEvent } from './webhook-deliveries.commands.js';
import {
  estimateRedelivery,
  GetDelivery,
  ListDeliveries,
  ListHours,
  MeasureDeliveries,
} from './webhook-deliveries.queries.js';
import { GetWebhook } from './webhooks.queries.js';

/** Deliveries to an endpoint, and requests to send them again. The worker sends them. */
@Controller()
export class WebhookDeliveriesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly unitSystems: UnitConnections,
  ) {}

  @HandlesOperation(listWebhookDeliveries)
  async list(
    @Input() { webhookId, after, limit, ...filter }: InputOf<typeof listWebhookDeliveries>,
    @CurrentUser() caller: Caller,
  ) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    const page = { limit, ...(after === undefined ? {} : { after }) };
    return this.queries.execute(new ListDeliveries(webhookId, filterOf(filter), page));
  }

  @HandlesOperation(getWebhookDelivery)
  async get(@Input() { webhookId, eventId }: InputOf<typeof getWebhookDelivery>, @CurrentUser() caller: Caller) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    return this.queries.execute(new GetDelivery(webhookId, eventId));
  }

  @HandlesOperation(listWebhookHours)
  async hours(@Input() { webhookId }: InputOf<typeof listWebhookHours>, @CurrentUser() caller: Caller) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    return this.queries.execute(new ListHours(webhookId));
  }

  @HandlesOperation(testWebhook)
  async test(
    @Input() { webhookId, type }: InputOf<typeof testWebhook>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    return this.commands.execute(new SendTestEvent(webhookId, type, context));
  }

  @HandlesOperation(retryWebhookNow)
  async retryNow(
    @Input() { webhookId }: InputOf<typeof retryWebhookNow>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    const eventId = await this.commands.execute(new RetryNow(webhookId, context));
    return { eventId, webhook: await this.queries.execute(new GetWebhook(webhookId)) };
  }

  @HandlesOperation(redeliverWebhook)
  async redeliver(
    @Input() { webhookId, dryRun, reason, expectedCount, ...selectionInput }: InputOf<typeof redeliverWebhook>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    await this.unitSystems.webhookManagedBy(caller, webhookId);
    const selection = selectionOf(selectionInput);
    const mode = dryRun ? { dryRun } : { dryRun, reason, expectedCount: expectedCount ?? null };
    // Measured before the command, because the failed deliveries have another state afterwards.
    const rates = await this.queries.execute(new MeasureDeliveries(webhookId, selection));
    const { position, subjects, ...totals } = await this.commands.execute(
      new Redeliver(webhookId, selection, mode, context),
    );
    return withMeta({ ...totals, consignments: subjects, ...estimateRedelivery(rates, totals.count) }, { position });
  }
}

type DeliverySelection = Pick<InputOf<typeof redeliverWebhook>, 'eventIds' | 'from' | 'to' | 'failedOnly'>;

/** @throws RuleBroken REDELIVERY_SELECTION unless exactly one of the three is given */
const selectionOf = ({ eventIds, from, to, failedOnly }: DeliverySelection): RedeliverySelection => {
  const selections: RedeliverySelection[] = [
    ...(eventIds === undefined ? [] : [{ mode: 'events' as const, eventIds: [...new Set(eventIds)] }]),
    ...(from === undefined || to === undefined || from > to ? [] : [{ mode: 'period' as const, from, to }]),
    ...(failedOnly ? [{ mode: 'failed' as const }] : []),
  ];
  const [selection, secondSelection] = selections;
  const isHalf = (from === undefined) !== (to === undefined);
  if (!selection || secondSelection || isHalf) throw new RuleBroken(problem('REDELIVERY_SELECTION'));
  return selection;
};

type Filter = Pick<InputOf<typeof listWebhookDeliveries>, 'state' | 'search' | 'from' | 'to'>;

const filterOf = ({ state, search, from, to }: Filter) => ({
  ...(state === undefined ? {} : { state }),
  ...(search === undefined || search === '' ? {} : { search }),
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

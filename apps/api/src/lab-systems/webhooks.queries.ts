import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Webhook } from '#contract';
import { load } from '#domain/event-sourcing';
import { signingSecrets, webhook, webhooks, type WebhookRow } from '#domain/lab-systems';
import { problem, RuleBroken } from '#domain/rules';
import type { Engines } from '#engines';
import { Users, loadUserNames } from '../auth/users.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';

/** Endpoints of a unit without deleted ones, the oldest first. */
export class ListWebhooks extends Query<Webhook[]> {
  constructor(readonly unitId: string) {
    super();
  }
}
/** The current state of one endpoint. */
export class GetWebhook extends Query<Webhook> {
  constructor(readonly webhookId: string) {
    super();
  }
}

@QueryHandler(ListWebhooks)
export class ListWebhooksHandler implements IQueryHandler<ListWebhooks> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ unitId }: ListWebhooks): Promise<Webhook[]> {
    const { rows } = await this.engines.views.find<WebhookRow>(webhooks, {
      where: [
        { column: 'unitId', eq: unitId },
        { column: 'state', notIn: ['deleted'] },
      ],
      sort: [{ column: 'createdAt', direction: 'asc' }],
    });
    return toWebhooks(this.engines, this.users, rows, this.now());
  }
}

/**
 * Reads the endpoint from its stream, so that the response to a change contains the change. @throws RuleBroken
 * NO_SUCH_WEBHOOK
 */
@QueryHandler(GetWebhook)
export class GetWebhookHandler implements IQueryHandler<GetWebhook> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ webhookId }: GetWebhook): Promise<Webhook> {
    const { events } = await load(this.engines.eventStore, webhook, webhookId);
    const row = events.reduce<WebhookRow | null>((current, event) => webhooks.project(current, event, webhookId), null);
    const [webhookView] = row ? await toWebhooks(this.engines, this.users, [row], this.now()) : [];
    if (!webhookView) throw new RuleBroken(problem('NO_SUCH_WEBHOOK'));
    return webhookView;
  }
}

export const webhookQueryHandlers = [ListWebhooksHandler, GetWebhookHandler];

const toWebhooks = async (
  { deliveries }: Engines,
  users: Users,
  rows: readonly WebhookRow[],
  now: Date,
): Promise<Webhook[]> => {
  const [nameOf, summaries] = await Promise.all([
    loadUserNames(
      users,
      rows.map(({ createdBy }) => createdBy),
    ),
    deliveries.summary(rows.map(({ id }) => id)),
  ]);
  const at = now.toISOString();
  return rows.flatMap((row, index) => {
    const { id, url, types, description, state, stateSince, disabledCause, createdAt, createdBy } = row;
    const summary = summaries[index];
    if (state === 'deleted' || !summary) return [];
    const { waiting, failingSince, nextAt, lastAt, lastStatus, lastFailure, lastDeliveredAt } = summary;
    const endpoint = { id, url, types, description, state, stateSince, disabledCause, createdAt };
    const deliveryState = { waiting, failingSince, nextAt, lastAt, lastStatus, lastFailure, lastDeliveredAt };
    return [{ ...endpoint, ...deliveryState, createdBy: nameOf(createdBy), secretIds: signingSecrets(row, at) }];
  });
};

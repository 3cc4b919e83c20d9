import { Controller, Inject } from '@nestjs/common';
import { listEvents } from '#contract';
import { eventLog, type EventLogRow } from '#domain/operations';
import { consignmentList } from '#domain/views';
import type { Condition, Engines } from '#engines';
import { START, type Position } from '#events';
import type { Caller } from '../../auth/caller.js';
import { withMeta, HandlesOperation, type InputOf } from '../../http/operation-handlers.js';
import { CurrentUser } from '../../http/api-request.js';
import { waitForView } from '../../http/view-freshness.js';
import { Input } from '../../http/input.js';
import { ENGINES } from '../../provided.js';
import { eventConditions } from './event-conditions.js';
import { EventEntries } from './event-entries.js';

@Controller()
export class ListEvents {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly entries: EventEntries,
  ) {}

  @HandlesOperation(listEvents)
  async handle(
    @Input() { before, limit, atLeast, ...filter }: InputOf<typeof listEvents>,
    @CurrentUser() caller: Caller,
  ) {
    const { views } = this.engines;
    const [facts] = await Promise.all([
      waitForView(views, eventLog, atLeast),
      filter.consignment === undefined ? null : waitForView(views, consignmentList, atLeast),
    ]);
    const asOf = (await views.checkpoint(eventLog))?.position ?? START;
    const { rows, total } = await views.find<EventLogRow>(eventLog, {
      where: [...(await eventConditions(views, filter)), ...olderThan(before)],
      sort: [{ column: 'position', direction: 'desc' }],
      limit,
    });
    const older = total > rows.length ? (rows.at(-1)?.position ?? null) : null;
    return withMeta({ items: await this.entries.of(rows, caller), totalCount: total, older, asOf }, facts);
  }
}

/** Ranges of a view include both ends, so the newest position still wanted is the one below. */
const olderThan = (before: Position | undefined): Condition[] =>
  before === undefined ? [] : [{ column: 'position', to: below(before) }];

const below = (position: Position): Position =>
  /^0*$/.test(position) ? position : String(BigInt(position) - 1n).padStart(position.length, '0');

import { Inject, Injectable } from '@nestjs/common';
import { v4 } from 'uuid';
import { load, type CommandContext } from '#domain/event-sourcing';
import {
  accessKey,
  accessKeys,
  hasPlace,
  quota,
  quotaId,
  webhook,
  webhooks,
  type QuotaHolder,
} from '#domain/lab-systems';
import { ageOf } from '#domain/time';
import { type Engines, KeyedMutex } from '#engines';
import type { QuotaKind } from '#events';
import { Decisions } from '../commands/decisions.js';
import { requireUpToDate } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';

/** Longer than any request lasts. An older reservation without a key or endpoint is abandoned. */
const ABANDONED_MS = 15 * 60_000;

/**
 * The quotas of a unit for access keys and webhook endpoints (ADR-050). A place is reserved before its key or endpoint
 * is created. The expected revision of the quota's stream prevents concurrent reservations. Places of revoked keys and
 * deleted endpoints are released only when no place is left.
 */
@Injectable()
export class UnitQuotas {
  /** Prevents conflicts of the revision between requests of this process. */
  private readonly mutex = new KeyedMutex();

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** @throws RuleBroken TOO_MANY_ACCESS_KEYS, TOO_MANY_WEBHOOKS */
  async reserve(
    kind: QuotaKind,
    unitId: string,
    holderId: string,
    { by, correlationId }: CommandContext,
  ): Promise<void> {
    const id = quotaId(kind, unitId);
    const at = this.decisions.now().toISOString();
    // The command id is new for each call. A repeated request is recognised by its place in the state, because the
    // place from the first request may have been released since.
    const context = { by, at, commandId: v4(), correlationId };
    await this.mutex.run(id, () =>
      this.decisions.decide(
        quota,
        id,
        async (state) => {
          const existingHolderIds = state ? [] : await this.findUncountedHolders(kind, unitId);
          const holders = state?.holders ?? existingHolderIds.map((each) => ({ id: each, takenAt: null }));
          const released = hasPlace(kind, holders.length) ? [] : await this.endedHolders(kind, holders, at);
          return { type: 'TakePlace' as const, kind, unitId, holderId, existingHolderIds, released, at };
        },
        context,
      ),
    );
  }

  /** Keys or endpoints that were created before places were counted. */
  private async findUncountedHolders(kind: QuotaKind, unitId: string): Promise<string[]> {
    const view = kind === 'accessKey' ? accessKeys : webhooks;
    await requireUpToDate(this.engines, view);
    const { rows } = await this.engines.views.find<{ id: string }>(view, {
      where: [
        { column: 'unitId', eq: unitId },
        kind === 'accessKey' ? { column: 'isRevoked', eq: 0 } : { column: 'state', notIn: ['deleted'] },
      ],
      withoutTotal: true,
    });
    return rows.map(({ id }) => id);
  }

  private async endedHolders(kind: QuotaKind, holders: readonly QuotaHolder[], at: string): Promise<string[]> {
    const releasedIds = await Promise.all(
      holders.map(async ({ id, takenAt }) => {
        const isActive = await this.isActiveHolder(kind, id);
        // A holder without events may be about to be created.
        return (isActive ?? (takenAt !== null && ageOf(takenAt, at) <= ABANDONED_MS)) ? [] : [id];
      }),
    );
    return releasedIds.flat();
  }

  /** Whether a holder is active; null if it has no events. */
  private async isActiveHolder(kind: QuotaKind, id: string): Promise<boolean | null> {
    const { eventStore } = this.engines;
    if (kind === 'webhook') {
      const { state } = await load(eventStore, webhook, id);
      return state && state.state !== 'deleted';
    }
    const { state } = await load(eventStore, accessKey, id);
    return state && !state.isRevoked;
  }
}

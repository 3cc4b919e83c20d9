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

/** Longer than any request lives: who has not used a place by then never will. */
const ABANDONED_MS = 15 * 60_000;

/**
 * The places of a unit for its access keys and webhook endpoints (ADR-050). A place is taken, by the expected revision
 * of its stream, before what holds it is there. It is free again when the key is revoked or the endpoint deleted, which
 * is looked for where none is left.
 */
@Injectable()
export class UnitQuotas {
  /** Requests of this process do not race each other for the revision. */
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
    // A request that comes again finds its place taken by the state, not by its id: the place may have been released
    // since.
    const context = { by, at, commandId: v4(), correlationId };
    await this.mutex.run(id, () =>
      this.decisions.decide(
        quota,
        id,
        async (state) => {
          const found = state ? [] : await this.heldBefore(kind, unitId);
          const holders = state?.holders ?? found.map((each) => ({ id: each, takenAt: null }));
          const released = hasPlace(kind, holders.length) ? [] : await this.endedHolders(kind, holders, at);
          return { type: 'TakePlace' as const, kind, unitId, holderId, found, released, at };
        },
        context,
      ),
    );
  }

  /** Who was there before places were counted. */
  private async heldBefore(kind: QuotaKind, unitId: string): Promise<string[]> {
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
    const released = await Promise.all(
      holders.map(async ({ id, takenAt }) => {
        const isThere = await this.isThere(kind, id);
        // One that is not there yet may be on its way.
        return (isThere ?? (takenAt !== null && ageOf(takenAt, at) <= ABANDONED_MS)) ? [] : [id];
      }),
    );
    return released.flat();
  }

  /** Null where nothing has been written of it. */
  private async isThere(kind: QuotaKind, id: string): Promise<boolean | null> {
    const { eventStore } = this.engines;
    if (kind === 'webhook') {
      const { state } = await load(eventStore, webhook, id);
      return state && state.state !== 'deleted';
    }
    const { state } = await load(eventStore, accessKey, id);
    return state && !state.isRevoked;
  }
}

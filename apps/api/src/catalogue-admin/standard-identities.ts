import { Inject, Injectable } from '@nestjs/common';
import { v5 } from 'uuid';
import { catalogueStandards, type StandardRow } from '#domain/catalogue';
import { identityOf, managedStandard, isSameStandard } from '#domain/catalogue-maintenance';
import { load, type CommandContext } from '#domain/event-sourcing';
import { reservation, reservationId } from '#domain/reference';
import { problem, RuleBroken } from '#domain/rules';
import { fingerprint, type Engines } from '#engines';
import type { CatalogueStandard } from '#events';
import { Decisions } from '../commands/decisions.js';
import { reserveValue } from '../commands/unique-values.js';
import { requireUpToDate } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { catalogueRows } from './catalogue-rows.js';

const KIND = 'standard';

const toTakenError = (): RuleBroken => new RuleBroken(problem('STANDARD_TAKEN', {}, 'printsManCode'));

/** The number and the name of a standard are unique together (002 CAT-001; ADR-002). */
@Injectable()
export class StandardIdentities {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /**
   * Reserves the identity of a standard. Imported standards have no reservation, so the view is checked too.
   * @throws RuleBroken STANDARD_TAKEN
   */
  async checkAndReserve(id: string, standard: CatalogueStandard, context: CommandContext): Promise<void> {
    await this.checkAvailable([{ id, after: standard }]);
    await this.reserve(id, standard, context);
  }

  /**
   * Checks all changes against the view: no other standard may have their number and name. @throws RuleBroken
   * STANDARD_TAKEN
   */
  async checkAvailable(changes: readonly { id: string; after: CatalogueStandard }[]): Promise<void> {
    if (changes.length === 0) return;
    await requireUpToDate(this.engines, catalogueStandards);
    const rows = await catalogueRows<StandardRow>(this.engines.views, catalogueStandards);
    const changedIds = new Set(changes.map(({ id }) => id));
    const otherIdentities = new Set(rows.filter(({ id }) => !changedIds.has(id)).map(identityOf));
    if (changes.some(({ after }) => otherIdentities.has(identityOf(after)))) throw toTakenError();
  }

  /** Reserves the identity of a standard after `checkAvailable`. @throws RuleBroken STANDARD_TAKEN */
  async reserve(id: string, standard: CatalogueStandard, context: CommandContext): Promise<void> {
    const { eventStore } = this.engines;
    try {
      const value = identityOf(standard);
      const isUsedBy = async (holderId: string) => {
        const { state } = await load(eventStore, managedStandard, holderId);
        return state !== null && isSameStandard(state, standard);
      };
      await reserveValue(
        this.engines,
        this.decisions,
        { kind: KIND, value, holderId: id, step: `${KIND}/Reserve/${value}`, isUsedBy },
        context,
      );
    } catch (error) {
      throw error instanceof RuleBroken && error.code === 'VALUE_TAKEN' ? toTakenError() : error;
    }
  }

  async release(
    holderId: string,
    standard: CatalogueStandard,
    { expectedRevision: _, ...context }: CommandContext,
  ): Promise<unknown> {
    const identity = identityOf(standard);
    const stream = reservationId(KIND, await fingerprint(this.engines.vault, identity));
    return this.decisions.decide(
      reservation,
      stream,
      { type: 'Release', kind: KIND, holderId },
      { ...context, commandId: v5(`${KIND}/Release/${identity}`, context.commandId) },
    );
  }
}

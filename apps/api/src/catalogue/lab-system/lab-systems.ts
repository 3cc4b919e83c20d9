import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { LAB_CONSIGN_ID } from '#contract';
import { load } from '#domain/event-sourcing';
import { labConnectionOf } from '#domain/lab-systems';
import { dashedId, sameId } from '#domain/rules';
import { testingUnit } from '#domain/units';
import type { Engines, LabCallKind } from '#engines';
import { ConsignStatus } from '#events';
import type { Outbound } from '#outbound';
import {
  CLOCK,
  ENGINES,
  LOGGER,
  OPTIONS,
  OUTBOUND,
  type ApiOptions,
  type Clock,
  type Log,
} from '../../injection-tokens.js';
import type { Catalogue } from '../catalogue.js';
import { booleanValue, listOrEmpty, textValue } from './lab-schemas.js';
import { LabClient, type LabCallOutcome, type LabUnit } from './lab-client.js';
import { ResponseCache, RemoteCatalogue } from './remote-catalogue.js';

const MAX_BYTES = 5 * 1024 * 1024;
/** A process records the same result of the same laboratory at most once in this time. */
const RECORD_INTERVAL_MS = 5_000;
const MAX_RECORDED = 5_000;

/** Clients of laboratory systems, and their recent responses. */
@Injectable()
export class LabSystems {
  private readonly responses = new ResponseCache();
  /**
   * The failure that was recorded last, null for a success. An entry expires when the same failure may be recorded
   * again.
   */
  private readonly lastFailures = new LRUCache<string, { failure: string | null }>({
    max: MAX_RECORDED,
    ttl: RECORD_INTERVAL_MS,
  });

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(OPTIONS) private readonly options: ApiOptions,
    @Inject(OUTBOUND) private readonly outbound: Outbound,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** The catalogue in the system of an integrated testing unit (002 UN-021). */
  catalogueOf(unit: LabUnit): Catalogue {
    return new RemoteCatalogue(unit, this.clientOf(unit, 'catalogue'), this.responses);
  }

  /** The same without cached responses. Null if the unit has no system. */
  async currentCatalogueOf(testUnitId: string): Promise<Catalogue | null> {
    const client = await this.clientFor(testUnitId, 'catalogue');
    return client && new RemoteCatalogue(client.unit, client, new ResponseCache());
  }

  /** A client for the system of a testing unit; null if it has none. */
  async clientFor(testUnitId: string, kind: LabCallKind): Promise<LabClient | null> {
    const { state } = await load(this.engines.eventStore, testingUnit, testUnitId);
    const system = state && labConnectionOf(state);
    return system && this.clientOf({ ...system, testUnitId }, kind);
  }

  private clientOf(unit: LabUnit, kind: LabCallKind): LabClient {
    const { labSystemDeadlineMs: deadlineMs } = this.options;
    return new LabClient(unit, this.outbound, { deadlineMs, maxBytes: MAX_BYTES }, this.log, (outcome) =>
      this.recordCall(unit.testUnitId, kind, outcome),
    );
  }

  /** Records the outcome of a call for the page of the laboratory's managers. The call does not wait for it. */
  private recordCall(testUnitId: string, kind: LabCallKind, outcome: LabCallOutcome): void {
    const key = `${testUnitId} ${kind}`;
    if (this.lastFailures.get(key)?.failure === outcome.failure) return;
    this.lastFailures.set(key, { failure: outcome.failure });
    this.engines.labExchanges
      .recordCall(testUnitId, kind, { at: this.now().toISOString(), ...outcome })
      .catch((error: unknown) => this.log.debug({ err: error, testUnitId, kind }, 'a call could not be noted'));
  }
}

const identifier = z
  .union([z.string(), z.number()])
  .transform((value) => dashedId(value.toString().trim()))
  .pipe(z.string().min(1).max(50));

const ReportState = z.object({
  reportID: identifier,
  reportNumber: textValue,
  reportStatus: z.union([z.string().max(20), z.number()]).nullish(),
  expressNumber: textValue,
});

/** The state of a consignment in a laboratory's system, in the format of its pushes. Missing members are unknown. */
export const LabConsignmentState = z.object({
  consignInfoID: identifier,
  [LAB_CONSIGN_ID]: textValue,
  consignStatus: z.coerce.number().pipe(ConsignStatus).nullish(),
  changeTime: textValue.pipe(z.string().max(40)),
  changeDescription: textValue.pipe(z.string().max(200)),
  operUserNameFriendly: textValue.pipe(z.string().max(50)),
  isConsignBillGened: booleanValue,
  consignBillFile: textValue,
  expressBusiness: textValue.pipe(z.string().max(30)),
  expressNumber: textValue.pipe(z.string().max(50)),
  reports: listOrEmpty(ReportState, 100),
});

export type LabConsignmentState = z.infer<typeof LabConsignmentState>;

const LabStates = z.union([
  z.array(LabConsignmentState).max(100),
  z.object({ items: z.array(LabConsignmentState).max(100) }),
]);

/** Reads the state of consignments from laboratory systems (000 API-025, EM-007). */
@Injectable()
export class LabConsignments {
  constructor(
    private readonly systems: LabSystems,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /**
   * Requests the state of consignments from the system of a laboratory. Consignments that it does not know are left
   * out. Null if the laboratory has no system.
   * @throws Problem as LabClient.get
   */
  async statesOf(testUnitId: string, ids: readonly string[]): Promise<LabConsignmentState[] | null> {
    const client = await this.systems.clientFor(testUnitId, 'state');
    if (!client) return null;
    const response = (await client.get('pre/consign/state', { consignInfoIDs: ids.join(',') }, LabStates)) ?? [];
    const states = Array.isArray(response) ? response : response.items;
    return states.filter(({ consignInfoID }) => ids.some((id) => sameId(id, consignInfoID)));
  }

  /** The ids of consignments in the laboratory's system. Empty if the system is down. */
  async labConsignmentIdsOf(testUnitId: string | null, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    try {
      const states = testUnitId === null || ids.length === 0 ? null : await this.statesOf(testUnitId, ids);
      const idOf = (id: string) => states?.find((state) => sameId(state.consignInfoID, id))?.[LAB_CONSIGN_ID] ?? '';
      return new Map(ids.map((id) => [id, idOf(id)]));
    } catch (error) {
      this.log.warn({ err: error, testUnitId }, 'a laboratory system did not name its ids of consignments');
      return new Map();
    }
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { LAB_CONSIGN_ID } from '#contract';
import { dashedId, sameId } from '#domain';
import { ConsignStatus } from '#events';
import { LOG, type Log } from '../../provided.js';
import { flag, list, text } from './lab-values.js';
import { LabSystems } from './lab-systems.js';

const identifier = z
  .union([z.string(), z.number()])
  .transform((value) => dashedId(value.toString().trim()))
  .pipe(z.string().min(1).max(50));

const ReportState = z.object({
  reportID: identifier,
  reportNumber: text,
  reportStatus: z.union([z.string().max(20), z.number()]).nullish(),
  expressNumber: text,
});

/** How a laboratory's system keeps a consignment, in the words of its pushes. Members it leaves out say nothing. */
const LabState = z.object({
  consignInfoID: identifier,
  [LAB_CONSIGN_ID]: text,
  consignStatus: z.coerce.number().pipe(ConsignStatus).nullish(),
  changeTime: text.pipe(z.string().max(40)),
  changeDescription: text.pipe(z.string().max(200)),
  operUserNameFriendly: text.pipe(z.string().max(50)),
  isConsignBillGened: flag,
  consignBillFile: text,
  expressBusiness: text.pipe(z.string().max(30)),
  expressNumber: text.pipe(z.string().max(50)),
  reports: list(ReportState, 100),
});
export type LabState = z.infer<typeof LabState>;
const LabStates = z.union([z.array(LabState).max(100), z.object({ items: z.array(LabState).max(100) })]);

/** What the systems of laboratories know of consignments (000 API-025, EM-007). */
@Injectable()
export class LabConsignments {
  constructor(
    private readonly systems: LabSystems,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * Asks the system of a laboratory for its consignments; those it does not know are left out. Null if the laboratory has no system.
   * @throws Problem as LabClient.get
   */
  async statesOf(testUnitId: string, ids: readonly string[]): Promise<LabState[] | null> {
    const client = await this.systems.clientFor(testUnitId);
    if (!client) return null;
    const answered = (await client.get('pre/consign/state', { consignInfoIDs: ids.join(',') }, LabStates)) ?? [];
    const states = Array.isArray(answered) ? answered : answered.items;
    return states.filter(({ consignInfoID }) => ids.some((id) => sameId(id, consignInfoID)));
  }

  /** The ids under which the laboratory's system keeps consignments. One that is down gives none: nothing waits for it. */
  async labIdsOf(testUnitId: string | null, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
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

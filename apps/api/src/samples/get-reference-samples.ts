import { Controller, Inject } from '@nestjs/common';
import { getReferenceSamples, type ReferenceSample } from '#contract';
import {
  consignment,
  consignmentList,
  type ConsignmentRow,
  containsFolded,
  load,
  originOf,
  problem,
  RuleBroken,
} from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

type Asked = InputOf<typeof getReferenceSamples>;
/** One sample of the list's rows, before its own facts are read. */
type Entry = { row: ConsignmentRow; sampleId: string; sampleName: string };

/** Consignments that are read at most: what is older is cited by entering it again. */
const MOST_CONSIGNMENTS = 1000;

/** Every time is later; no time, of what was never submitted, is not. */
const SUBMITTED = '0';

/** Samples to cite (RC-006, RC-007): the list knows which there are, and each sample of the page is read from its own stream. */
@Controller()
export class GetReferenceSamples {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getReferenceSamples)
  async handle(@Input() asked: Asked, @By() caller: Caller) {
    const { unitId } = caller;
    if (unitId === null) throw new RuleBroken(problem('NO_UNIT'));
    if (asked.consignId !== undefined) await findConsignment(this.engines.eventStore, asked.consignId, caller);
    const facts = await fresh(this.engines.views, consignmentList, asked.atLeast);
    const entries = (await this.entries(asked, unitId)).filter(
      ({ row, sampleName }) =>
        containsFolded(row.consignCode, asked.search) || containsFolded(sampleName, asked.search),
    );
    const page = await Promise.all(
      entries.slice(asked.skipCount, asked.skipCount + asked.maxResultCount).map((entry) => this.sampleOf(entry)),
    );
    return answer({ items: page.flatMap((sample) => sample ?? []), totalCount: entries.length }, facts);
  }

  /** One unit's raw materials in one project at one laboratory: few enough to be counted by sample. */
  private async entries({ testUnitId, projectId, consignId }: Asked, unitId: string): Promise<Entry[]> {
    const { rows } = await this.engines.views.find<ConsignmentRow>(consignmentList, {
      where: [
        { column: 'projectId', eq: projectId },
        { column: 'consignUnitId', eq: unitId },
        { column: 'testUnitId', eq: testUnitId },
        { column: 'consignType', eq: 1 },
        { column: 'deleted', eq: 0 },
        { column: 'commitConsignTime', from: SUBMITTED },
      ],
      sort: [{ column: 'position', direction: 'desc' }],
      limit: MOST_CONSIGNMENTS,
    });
    return rows
      .filter(({ id }) => id !== consignId)
      .flatMap((row) => row.samples.map(({ id, name }) => ({ row, sampleId: id, sampleName: name })));
  }

  /** Null when the sample went after the list had been written. */
  private async sampleOf({ row, sampleId, sampleName }: Entry): Promise<ReferenceSample | null> {
    const { state } = await load(this.engines.eventStore, consignment, row.id);
    const sample = state.phase === 'open' ? state.samples.find(({ id }) => id === sampleId) : undefined;
    if (!sample) return null;
    const {
      testUnitSampleId,
      bigCategoryId,
      sampleNameLink,
      specificationType,
      specificationBuildMethod,
      testSampleDescription,
      extractAddress = '',
      properties,
    } = sample;
    return {
      id: sampleId,
      consignId: row.id,
      consignCode: row.consignCode,
      createTime: row.creationTime,
      testUnitSampleId,
      bigCategoryId,
      sampleNameLink,
      sampleName,
      specificationType,
      specificationBuildMethod,
      ...originOf(properties),
      extractAddress,
      testSampleDescription,
    };
  }
}

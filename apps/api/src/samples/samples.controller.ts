import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  copyBuSampleInfo,
  createBuSampleParamInfo,
  createBuSampleParamInfoMigModel,
  createChildBuSampleParamInfo,
  deleteBuSampleInfo,
  deleteBuSampleInfoByIds,
  estimateSample,
  getBuSampleInfo,
  getBuSampleInfoListByConsignId,
  getBuSampleInfoParams,
  getPreConsignInfoLinkSample,
  getReferenceSamples,
  saveBuSampleInfo,
} from '#contract';
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { AddMaterialSample, AddSample, CopySample, RemoveSamples, SaveSample } from './samples.commands.js';
import { EstimateSample, GetPriceDetail, GetSample, ListReferenceSamples, ListSamples } from './samples.queries.js';

/** Samples of a consignment, which are the test items of an appointment. */
@Controller()
export class SamplesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(createBuSampleParamInfo)
  async add(
    @Input() input: InputOf<typeof createBuSampleParamInfo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const { id, revision, position } = await this.commands.execute(new AddSample(input, caller, context));
    return answer(id, { revision, position });
  }

  @Handles(createBuSampleParamInfoMigModel)
  addUnderItsOtherName(
    @Input() input: InputOf<typeof createBuSampleParamInfoMigModel>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.add(input, caller, context);
  }

  @Handles(createChildBuSampleParamInfo)
  async addMaterialSample(
    @Input() input: InputOf<typeof createChildBuSampleParamInfo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const { id, revision, position } = await this.commands.execute(new AddMaterialSample(input, caller, context));
    return answer(id, { revision, position });
  }

  @Handles(saveBuSampleInfo)
  async save(
    @Input() input: InputOf<typeof saveBuSampleInfo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const { view, revision, position } = await this.commands.execute(new SaveSample(input, caller, context));
    return answer(view, { revision, position });
  }

  @Handles(copyBuSampleInfo)
  async copy(
    @Input() sample: InputOf<typeof copyBuSampleInfo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const { id, revision, position } = await this.commands.execute(new CopySample(sample, caller, context));
    return answer(id, { revision, position });
  }

  @Handles(deleteBuSampleInfo)
  remove(
    @Input() { id, consignId }: InputOf<typeof deleteBuSampleInfo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.removeAll([id], consignId, caller, context);
  }

  @Handles(deleteBuSampleInfoByIds)
  removeSeveral(
    @Input() { ids, consignId }: InputOf<typeof deleteBuSampleInfoByIds>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.removeAll(ids, consignId, caller, context);
  }

  @Handles(getBuSampleInfo)
  async one(@Input() asked: InputOf<typeof getBuSampleInfo>, @By() caller: Caller) {
    const { view, revision } = await this.queries.execute(new GetSample(asked, caller));
    return answer(view, { revision });
  }

  @Handles(getBuSampleInfoListByConsignId)
  list(@Input() { consignId }: InputOf<typeof getBuSampleInfoListByConsignId>, @By() caller: Caller) {
    return this.samplesOf(consignId, caller);
  }

  @Handles(getPreConsignInfoLinkSample)
  testItems(@Input() { id }: InputOf<typeof getPreConsignInfoLinkSample>, @By() caller: Caller) {
    return this.samplesOf(id, caller);
  }

  @Handles(getBuSampleInfoParams)
  prices(@Input() { id }: InputOf<typeof getBuSampleInfoParams>, @By() caller: Caller) {
    return this.queries.execute(new GetPriceDetail(id, caller));
  }

  @Handles(estimateSample)
  estimate(@Input() asked: InputOf<typeof estimateSample>, @By() caller: Caller) {
    return this.queries.execute(new EstimateSample(asked, caller));
  }

  @Handles(getReferenceSamples)
  async references(@Input() asked: InputOf<typeof getReferenceSamples>, @By() caller: Caller) {
    const { page, stale } = await this.queries.execute(new ListReferenceSamples(asked, caller));
    return answer(page, { stale });
  }

  private async removeAll(
    ids: readonly string[],
    consignId: string | undefined,
    caller: Caller,
    context: CommandContext,
  ) {
    const { revision, position } = await this.commands.execute(new RemoveSamples(ids, consignId, caller, context));
    return answer(true as const, { revision, position });
  }

  private async samplesOf(consignId: string, caller: Caller) {
    const { rows, revision } = await this.queries.execute(new ListSamples(consignId, caller));
    return answer(rows, { revision });
  }
}

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
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { AddMaterialSample, AddSample, CopySample, RemoveSamples, SaveSample } from './samples.commands.js';
import { EstimateSample, GetPriceDetail, GetSample, ListReferenceSamples, ListSamples } from './samples.queries.js';

/** Samples of a consignment, or test items of an appointment. */
@Controller()
export class SamplesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(createBuSampleParamInfo)
  async add(
    @Input() input: InputOf<typeof createBuSampleParamInfo>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const { id, revision, position } = await this.commands.execute(new AddSample(input, caller, context));
    return withMeta(id, { revision, position });
  }

  @HandlesOperation(createBuSampleParamInfoMigModel)
  addUnderItsOtherName(
    @Input() input: InputOf<typeof createBuSampleParamInfoMigModel>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.add(input, caller, context);
  }

  @HandlesOperation(createChildBuSampleParamInfo)
  async addMaterialSample(
    @Input() input: InputOf<typeof createChildBuSampleParamInfo>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const { id, revision, position } = await this.commands.execute(new AddMaterialSample(input, caller, context));
    return withMeta(id, { revision, position });
  }

  @HandlesOperation(saveBuSampleInfo)
  async save(
    @Input() input: InputOf<typeof saveBuSampleInfo>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const { view, revision, position } = await this.commands.execute(new SaveSample(input, caller, context));
    return withMeta(view, { revision, position });
  }

  @HandlesOperation(copyBuSampleInfo)
  async copy(
    @Input() sample: InputOf<typeof copyBuSampleInfo>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const { id, revision, position } = await this.commands.execute(new CopySample(sample, caller, context));
    return withMeta(id, { revision, position });
  }

  @HandlesOperation(deleteBuSampleInfo)
  remove(
    @Input() { id, consignId }: InputOf<typeof deleteBuSampleInfo>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.removeAll([id], consignId, caller, context);
  }

  @HandlesOperation(deleteBuSampleInfoByIds)
  removeSeveral(
    @Input() { ids, consignId }: InputOf<typeof deleteBuSampleInfoByIds>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.removeAll(ids, consignId, caller, context);
  }

  @HandlesOperation(getBuSampleInfo)
  async detail(@Input() input: InputOf<typeof getBuSampleInfo>, @CurrentUser() caller: Caller) {
    const { view, revision } = await this.queries.execute(new GetSample(input, caller));
    return withMeta(view, { revision });
  }

  @HandlesOperation(getBuSampleInfoListByConsignId)
  list(@Input() { consignId }: InputOf<typeof getBuSampleInfoListByConsignId>, @CurrentUser() caller: Caller) {
    return this.samplesOf(consignId, caller);
  }

  @HandlesOperation(getPreConsignInfoLinkSample)
  testItems(@Input() { id }: InputOf<typeof getPreConsignInfoLinkSample>, @CurrentUser() caller: Caller) {
    return this.samplesOf(id, caller);
  }

  @HandlesOperation(getBuSampleInfoParams)
  prices(@Input() { id }: InputOf<typeof getBuSampleInfoParams>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetPriceDetail(id, caller));
  }

  @HandlesOperation(estimateSample)
  estimate(@Input() input: InputOf<typeof estimateSample>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new EstimateSample(input, caller));
  }

  @HandlesOperation(getReferenceSamples)
  async references(@Input() input: InputOf<typeof getReferenceSamples>, @CurrentUser() caller: Caller) {
    const { page, stale } = await this.queries.execute(new ListReferenceSamples(input, caller));
    return withMeta(page, { stale });
  }

  private async removeAll(
    ids: readonly string[],
    consignId: string | undefined,
    caller: Caller,
    context: CommandContext,
  ) {
    const { revision, position } = await this.commands.execute(new RemoveSamples(ids, consignId, caller, context));
    return withMeta(true as const, { revision, position });
  }

  private async samplesOf(consignId: string, caller: Caller) {
    const { rows, revision } = await this.queries.execute(new ListSamples(consignId, caller));
    return withMeta(rows, { revision });
  }
}

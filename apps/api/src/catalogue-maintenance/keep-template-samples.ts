import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import {
  sysTestSampleCreate,
  sysTestSampleDelete,
  sysTestSampleGet,
  sysTestSampleGetAll,
  sysTestSampleGetTree,
  sysTestSampleUpdate,
  type KeptSample,
} from '#contract';
import { newSample, templateSample, type CommandContext, type Handled } from '#domain';
import type { Engines } from '#engines';
import { Decisions } from '../decisions/decisions.js';
import { answer, type Answer } from '../http/answer.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { freeSampleCode } from './free-sample-code.js';
import { TEMPLATE } from './holder.js';
import { toKeptSample } from './kept-sample-view.js';
import { KeptSamples } from './kept-samples.js';
import { pageOfSamples, treeOfSamples } from './list-kept-samples.js';
import { typedSample } from './typed-sample.js';

/** The system template, which the administrator keeps (002 CAT-002). */
@Controller()
export class KeepTemplateSamples {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly kept: KeptSamples,
    private readonly decisions: Decisions,
  ) {}

  @Handles(sysTestSampleGetAll)
  async list(@Input() asked: InputOf<typeof sysTestSampleGetAll>) {
    const { page, stale } = await pageOfSamples(this.kept, TEMPLATE, asked);
    return answer(page, { stale });
  }

  @Handles(sysTestSampleGetTree)
  async tree(@Input() asked: InputOf<typeof sysTestSampleGetTree>) {
    const { tree, stale } = await treeOfSamples(this.kept, TEMPLATE, asked);
    return answer(tree, { stale });
  }

  @Handles(sysTestSampleGet)
  one(@Input() { id }: InputOf<typeof sysTestSampleGet>) {
    return this.shown(id);
  }

  @Handles(sysTestSampleCreate)
  async create(@Input() typed: InputOf<typeof sysTestSampleCreate>, @Command() context: CommandContext) {
    const id = v5('catalogueSample', context.commandId);
    const item = typedSample(id, typed, newSample(id), await this.kept.known());
    await freeSampleCode(this.engines, this.kept, TEMPLATE, id, item.sampleCode);
    return this.shown(id, await this.kept.add(TEMPLATE, id, item, context));
  }

  @Handles(sysTestSampleUpdate)
  async update(@Input() { id, ...typed }: InputOf<typeof sysTestSampleUpdate>, @Command() context: CommandContext) {
    const known = await this.kept.known();
    if (typed.sampleCode !== undefined) await freeSampleCode(this.engines, this.kept, TEMPLATE, id, typed.sampleCode);
    return this.shown(
      id,
      await this.kept.change(TEMPLATE, id, context, (sample) => typedSample(id, typed, sample, known)),
    );
  }

  @Handles(sysTestSampleDelete)
  async remove(@Input() { id, reason }: InputOf<typeof sysTestSampleDelete>, @Command() context: CommandContext) {
    const { revision, position } = await this.decisions.decide(
      templateSample,
      id,
      { type: 'WithdrawItem', reason },
      context,
    );
    return answer(true as const, { revision, position });
  }

  private async shown(id: string, written?: Handled<unknown>): Promise<Answer<KeptSample>> {
    const [held, names] = await Promise.all([this.kept.one(TEMPLATE, id), this.kept.names()]);
    return answer(toKeptSample(TEMPLATE, held, names), {
      ...(held.revision === null ? {} : { revision: held.revision }),
      ...(written ? { position: written.position } : {}),
    });
  }
}

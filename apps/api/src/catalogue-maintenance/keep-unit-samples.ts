import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import {
  getQuoteList,
  tuTestSampleCopy,
  tuTestSampleCreate,
  tuTestSampleDelete,
  tuTestSampleGet,
  tuTestSampleGetAll,
  tuTestSampleGetTree,
  tuTestSampleImport,
  tuTestSampleResetTemplate,
  tuTestSampleUpdate,
  type KeptSample,
} from '#contract';
import {
  newSample,
  problem,
  quoteLinesOf,
  RuleBroken,
  unitSample,
  type CommandContext,
  type Handled,
  type UnitSampleCommand,
} from '#domain';
import type { Engines } from '#engines';
import type { CatalogueSample } from '#events';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer, type Answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { copiedSample } from './copied-sample.js';
import { freeSampleCode } from './free-sample-code.js';
import { type Holder, unitHolderFor, unitSampleId } from './holder.js';
import { toKeptSample } from './kept-sample-view.js';
import { KeptSamples } from './kept-samples.js';
import { pageOfSamples, treeOfSamples } from './list-kept-samples.js';
import { typedSample } from './typed-sample.js';

type Unit = NonNullable<Holder>;

/** A testing unit's own catalogue: the template's samples, copied where the unit changes them, and its own (002 CAT-002; ADR-002). */
@Controller()
export class KeepUnitSamples {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly kept: KeptSamples,
    private readonly decisions: Decisions,
  ) {}

  @Handles(tuTestSampleGetAll)
  async list(@Input() { testUnitId, ...asked }: InputOf<typeof tuTestSampleGetAll>, @By() caller: Caller) {
    const { page, stale } = await pageOfSamples(this.kept, await this.unit(caller, testUnitId), asked);
    return answer(page, { stale });
  }

  @Handles(tuTestSampleGetTree)
  async tree(@Input() { testUnitId, ...asked }: InputOf<typeof tuTestSampleGetTree>, @By() caller: Caller) {
    const { tree, stale } = await treeOfSamples(this.kept, await this.unit(caller, testUnitId), asked);
    return answer(tree, { stale });
  }

  @Handles(getQuoteList)
  async quotes(@Input() { testUnitId, atLeast }: InputOf<typeof getQuoteList>, @By() caller: Caller) {
    const unit = await this.unit(caller, testUnitId);
    const { leaves, stale } = await this.kept.leaves(unit, atLeast);
    const rows = await this.kept.rows(
      unit,
      leaves.filter(({ withdrawn }) => !withdrawn),
    );
    return answer(quoteLinesOf(rows.map(({ id, sample }) => ({ ...sample, id }))), { stale });
  }

  @Handles(tuTestSampleGet)
  async one(@Input() { testUnitId, id }: InputOf<typeof tuTestSampleGet>, @By() caller: Caller) {
    return this.shown(await this.unit(caller, testUnitId), id);
  }

  @Handles(tuTestSampleCreate)
  async create(
    @Input() { testUnitId, ...typed }: InputOf<typeof tuTestSampleCreate>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const unit = await this.unit(caller, testUnitId);
    const id = v5('catalogueSample', context.commandId);
    return this.added(unit, id, typedSample(id, typed, newSample(id), await this.known(unit)), context);
  }

  @Handles(tuTestSampleCopy)
  async copy(
    @Input() { testUnitId, id, sampleName, sampleCode }: InputOf<typeof tuTestSampleCopy>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const unit = await this.unit(caller, testUnitId);
    const { sample } = await this.kept.one(unit, id);
    const copyId = v5('catalogueSample', context.commandId);
    return this.added(unit, copyId, copiedSample(sample, copyId, { sampleName, sampleCode }), context);
  }

  @Handles(tuTestSampleUpdate)
  async update(
    @Input() { testUnitId, id, ...typed }: InputOf<typeof tuTestSampleUpdate>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const unit = await this.unit(caller, testUnitId);
    const known = await this.known(unit);
    if (typed.sampleCode !== undefined) await freeSampleCode(this.engines, this.kept, unit, id, typed.sampleCode);
    return this.shown(
      unit,
      id,
      await this.kept.change(unit, id, context, (sample) => typedSample(id, typed, sample, known)),
    );
  }

  @Handles(tuTestSampleDelete)
  async remove(
    @Input() { testUnitId, id, reason }: InputOf<typeof tuTestSampleDelete>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const { revision, position } = await this.decided(await this.unit(caller, testUnitId), id, context, (template) => ({
      type: 'WithdrawUnitSample',
      template,
      reason,
    }));
    return answer(true as const, { revision, position });
  }

  /** Each by itself: one that the unit keeps already is left as it is. */
  @Handles(tuTestSampleImport)
  async import(
    @Input() { testUnitId, ids }: InputOf<typeof tuTestSampleImport>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const unit = await this.unit(caller, testUnitId);
    const held = await Promise.all([...new Set(ids)].map((id) => this.kept.one(unit, id)));
    if (held.some(({ template }) => template === null)) throw new RuleBroken(problem('NO_TEMPLATE'));
    let imported = 0;
    let position: Handled<unknown>['position'] = null;
    for (const { id } of held) {
      const written = await this.decided(unit, id, { ...context, commandId: v5(id, context.commandId) }, (template) => {
        if (!template) throw new RuleBroken(problem('NO_TEMPLATE'));
        return { type: 'ImportUnitSample', template };
      });
      imported += Math.min(written.appended, 1);
      position = written.position ?? position;
    }
    return answer({ imported }, { position });
  }

  @Handles(tuTestSampleResetTemplate)
  async reset(
    @Input() { testUnitId, id, reason }: InputOf<typeof tuTestSampleResetTemplate>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const unit = await this.unit(caller, testUnitId);
    return this.shown(
      unit,
      id,
      await this.decided(unit, id, context, (template) => ({ type: 'ResetUnitSample', template, reason })),
    );
  }

  private unit(caller: Caller, asked: string | undefined): Promise<Unit> {
    return unitHolderFor(this.engines.eventStore, caller, asked);
  }

  private async decided(
    unit: Unit,
    id: string,
    context: CommandContext,
    command: (template: CatalogueSample | null) => OnUnitSample,
  ): Promise<Handled<unknown>> {
    const key = { testUnitId: unit.testUnitId, sampleId: id };
    return this.decisions.decide(
      unitSample,
      unitSampleId(unit.testUnitId, id),
      async (): Promise<UnitSampleCommand> => ({ ...command((await this.kept.one(unit, id)).template), key }),
      context,
    );
  }

  private async added(
    unit: Unit,
    id: string,
    sample: CatalogueSample,
    context: CommandContext,
  ): Promise<Answer<KeptSample>> {
    await freeSampleCode(this.engines, this.kept, unit, id, sample.sampleCode);
    return this.shown(unit, id, await this.kept.add(unit, id, sample, context));
  }

  private async known({ bigCategoryIds }: Unit) {
    return { ...(await this.kept.known()), bigCategoryIds };
  }

  private async shown(unit: Unit, id: string, written?: Handled<unknown>): Promise<Answer<KeptSample>> {
    const [held, names] = await Promise.all([this.kept.one(unit, id), this.kept.names()]);
    return answer(toKeptSample(unit, held, names), {
      ...(held.revision === null ? {} : { revision: held.revision }),
      ...(written ? { position: written.position } : {}),
    });
  }
}

/** A command on a unit's sample but for whose it is. */
type OnUnitSample = UnitSampleCommand extends infer Each
  ? Each extends UnitSampleCommand
    ? Omit<Each, 'key'>
    : never
  : never;

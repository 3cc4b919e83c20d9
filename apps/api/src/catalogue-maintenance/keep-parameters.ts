import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import {
  tuTestParamCreate,
  tuTestParamDelete,
  tuTestParamGetAll,
  tuTestParamUpdate,
  type KeptParameter,
} from '#contract';
import {
  catalogueReasonProblems,
  catalogueStandards,
  parameterProblems,
  parameterWith,
  problem,
  refuseIf,
  RuleBroken,
  scriptPriceProblems,
  sameId,
  type CommandContext,
  type Handled,
  type Problem as RuleProblem,
} from '#domain';
import type { Engines } from '#engines';
import type { CatalogueParameter, CatalogueSample } from '#events';
import type { Caller } from '../auth/caller.js';
import { answer, type Answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { upToDate } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { localDayOf } from '../http/local-day.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { type Holder, holderFor } from './holder.js';
import { toKeptParameter } from './kept-parameter-view.js';
import { KeptSamples } from './kept-samples.js';
import { offeredStandards } from './offered-standards.js';

/** Parameters of a sample, with prices and standards: a testing unit's for itself, the administrator's for the template or a unit (002 CAT-003). */
@Controller()
export class KeepParameters {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly kept: KeptSamples,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Handles(tuTestParamGetAll)
  async list(@Input() { testUnitId, testSampleId }: InputOf<typeof tuTestParamGetAll>, @By() caller: Caller) {
    const [held, standards] = await Promise.all([
      this.kept.one(await this.holder(caller, testUnitId), testSampleId),
      this.kept.standards(),
    ]);
    const today = localDayOf(this.now());
    const shown = held.sample.parameters
      .toSorted((left, right) => right.orderNum - left.orderNum)
      .map((parameter) => toKeptParameter(held, parameter, standards, today));
    return answer(shown, held.revision === null ? {} : { revision: held.revision });
  }

  @Handles(tuTestParamCreate)
  async create(
    @Input() { testUnitId, testSampleId, standards, ...typed }: InputOf<typeof tuTestParamCreate>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const holder = await this.holder(caller, testUnitId);
    const id = v5('parameter', context.commandId);
    const known = await this.knownFor(standards);
    const written = await this.kept.change(holder, testSampleId, context, (sample) => {
      const last = Math.min(...sample.parameters.map(({ orderNum }) => orderNum), 10);
      const parameter = parameterWith(
        {
          num: Math.max(0, last - 1),
          ...typed,
          ...(standards ? { standards: offeredStandards(standards, known) } : {}),
        },
        id,
      );
      refuseIf(typedProblems(typed, parameter, sample));
      return { ...sample, parameters: [...sample.parameters, parameter] };
    });
    return this.shown(holder, testSampleId, id, written);
  }

  @Handles(tuTestParamUpdate)
  async update(
    @Input() { testUnitId, testSampleId, testParamId, standards, ...typed }: InputOf<typeof tuTestParamUpdate>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const holder = await this.holder(caller, testUnitId);
    const known = await this.knownFor(standards);
    const written = await this.kept.change(holder, testSampleId, context, (sample) => {
      const before = parameterIn(sample, testParamId);
      const after = parameterWith(
        { ...typed, ...(standards ? { standards: offeredStandards(standards, known) } : {}) },
        before,
      );
      refuseIf(typedProblems(typed, after, sample));
      return { ...sample, parameters: sample.parameters.map((each) => (each === before ? after : each)) };
    });
    return this.shown(holder, testSampleId, testParamId, written);
  }

  @Handles(tuTestParamDelete)
  async remove(
    @Input() { testUnitId, testSampleId, testParamId, reason }: InputOf<typeof tuTestParamDelete>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const holder = await this.holder(caller, testUnitId);
    refuseIf(catalogueReasonProblems(reason));
    const { revision, position } = await this.kept.change(
      holder,
      testSampleId,
      context,
      (sample) => {
        const gone = parameterIn(sample, testParamId);
        return { ...sample, parameters: sample.parameters.filter((each) => each !== gone) };
      },
      reason.trim(),
    );
    return answer(true as const, { revision, position });
  }

  private holder(caller: Caller, asked: string | undefined): Promise<Holder> {
    return holderFor(this.engines.eventStore, caller, asked);
  }

  /** Standards as the log has them now where some are typed; a price waits for no view. @throws Problem 503 when their view is behind */
  private async knownFor(typed: unknown) {
    if (typed !== undefined) await upToDate(this.engines, catalogueStandards);
    return this.kept.standards();
  }

  private async shown(
    holder: Holder,
    sampleId: string,
    id: string,
    { revision, position }: Handled<unknown>,
  ): Promise<Answer<KeptParameter>> {
    const [held, standards] = await Promise.all([this.kept.one(holder, sampleId), this.kept.standards()]);
    return answer(toKeptParameter(held, parameterIn(held.sample, id), standards, localDayOf(this.now())), {
      revision,
      position,
    });
  }
}

/** What a price by script must have is asked of who changes a price: one from before the rule stays in nobody's way. */
const typedProblems = (
  typed: object,
  parameter: CatalogueParameter,
  { parameters }: CatalogueSample,
): RuleProblem[] => {
  const wrong = PRICE_MEMBERS.some((member) => member in typed) ? scriptPriceProblems(parameter) : [];
  return [...wrong, ...parameterProblems(parameter, parameters)];
};
const PRICE_MEMBERS = ['price', 'sharedPrice', 'sharedPriceQualifier', 'scriptDescription'];

const parameterIn = (sample: CatalogueSample, id: string): CatalogueParameter => {
  const found = sample.parameters.find((each) => sameId(each.id, id));
  if (!found) throw new RuleBroken(problem('NO_SUCH_PARAMETER'));
  return found;
};

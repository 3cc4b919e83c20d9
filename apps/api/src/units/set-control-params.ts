import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { setParamValues } from '#contract';
import {
  consigningUnit,
  controlParamProblem,
  load,
  PLATFORM_PARAMS,
  problem,
  refuseIf,
  RuleBroken,
  sameId,
  settings,
  testingUnit,
  type CommandContext,
} from '#domain';
import type { Engines } from '#engines';
import { keepsAll, type Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { ownOnly } from './own-unit.js';

@Controller()
export class SetControlParams {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** One event for what one request sets, so all of it is one unit's. */
  @Handles(setParamValues)
  async handle(
    @Input() { params: given, reason }: InputOf<typeof setParamValues>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const [first] = given;
    if (!first || !given.every(({ unitID, unitType }) => sameId(unitID, first.unitID) && unitType === first.unitType))
      throw new RuleBroken(problem('ONE_UNIT_ONLY', {}, 'unitID'));
    const { unitID, unitType } = first;
    ownOnly(caller, unitID);
    const { state: unit } =
      unitType === 1
        ? await load(this.engines.eventStore, testingUnit, unitID)
        : await load(this.engines.eventStore, consigningUnit, unitID);
    refuseIf(unit ? null : problem('NO_SUCH_UNIT'));
    refuseIf(
      given
        .map(({ paramCode, paramValue }) => controlParamProblem(paramCode, paramValue))
        .filter((found) => found !== null),
    );
    const params = Object.fromEntries(given.map(({ paramCode, paramValue }) => [paramCode, paramValue]));
    const { state, revision, position } = await this.decisions.decide(
      settings,
      unitID,
      async ({ params: before }) => {
        const foreign = keepsAll(caller)
          ? []
          : PLATFORM_PARAMS.filter((code) => code in params && params[code] !== before[code]);
        refuseIf(foreign.map((code) => problem('FIELD_OF_THE_PLATFORM', {}, code)));
        return { type: 'ChangeUnitSettings' as const, unitType, params, reason };
      },
      context,
    );
    return answer(
      Object.entries(state.params).map(([paramCode, paramValue]) => ({
        id: v5(paramCode, unitID),
        unitType,
        unitID,
        paramCode,
        paramValue,
      })),
      { revision, position },
    );
  }
}

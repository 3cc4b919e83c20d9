import { Controller, Inject } from '@nestjs/common';
import { changeTestingUnit } from '#contract';
import type { CommandContext, Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { actOn } from './act-on.js';
import { openTestingUnit } from './open-testing-unit.js';
import { StartingDefaults } from './starting-defaults.js';
import { switchesOf } from './unit-facts.js';
import { wholeAfter } from './written.js';

@Controller()
export class ChangeTestingUnit {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly starting: StartingDefaults,
  ) {}

  @Handles(changeTestingUnit)
  async handle(
    @Input() { id, testUnitId }: InputOf<typeof changeTestingUnit>,
    @By() caller: Caller,
    @Command() context: CommandContext,
    @In() language: Language,
  ) {
    const { eventStore } = this.engines;
    const changed = await actOn(this.decisions, id, { caller, context }, async ({ consignUnitId }) => {
      await openTestingUnit(eventStore, testUnitId);
      const [defaults, { rules }] = await Promise.all([
        this.starting.of(consignUnitId, testUnitId),
        switchesOf(eventStore, testUnitId),
      ]);
      const unit = {
        ...defaults,
        testUnitAddressId: defaults.testUnitAddressId || null,
        projectId: defaults.projectId || null,
        tuqualificationId: defaults.qualificationId || null,
        tuqualificationName: defaults.qualificationName,
      };
      return { type: 'ChangeTestingUnit', by: context.by, unit, settings: rules };
    });
    return wholeAfter(eventStore, id, changed, caller, language);
  }
}

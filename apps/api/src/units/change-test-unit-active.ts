import { Controller, Inject } from '@nestjs/common';
import { changeTestUnitActive } from '#contract';
import { testingUnit, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import { Decisions } from '../decisions/decisions.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { testUnitAfter } from './update-test-unit.js';

@Controller()
export class ChangeTestUnitActive {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** A unit that is off is offered to nobody and taken by no new consignment; what it has been sent stays with it, and its people finish it (ADR-018). */
  @Handles(changeTestUnitActive)
  async handle(
    @Input() { id, isActive, reason }: InputOf<typeof changeTestUnitActive>,
    @Command() context: CommandContext,
  ) {
    const command = isActive
      ? ({ type: 'ActivateTestingUnit' } as const)
      : ({ type: 'DeactivateTestingUnit', reason } as const);
    return testUnitAfter(this.engines.eventStore, id, await this.decisions.decide(testingUnit, id, command, context));
  }
}

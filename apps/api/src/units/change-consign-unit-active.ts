import { Controller, Inject } from '@nestjs/common';
import { changeConsginUnitActive } from '#contract';
import { consigningUnit, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import { Decisions } from '../decisions/decisions.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { consignUnitAfter } from './update-consign-unit.js';

@Controller()
export class ChangeConsignUnitActive {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** A unit that is off starts and submits nothing; its people still read what they have and finish what a laboratory holds (ADR-018). */
  @Handles(changeConsginUnitActive)
  async handle(
    @Input() { id, isActive, reason }: InputOf<typeof changeConsginUnitActive>,
    @Command() context: CommandContext,
  ) {
    const command = isActive
      ? ({ type: 'ActivateConsigningUnit' } as const)
      : ({ type: 'DeactivateConsigningUnit', reason } as const);
    return consignUnitAfter(
      this.engines.eventStore,
      id,
      await this.decisions.decide(consigningUnit, id, command, context),
    );
  }
}

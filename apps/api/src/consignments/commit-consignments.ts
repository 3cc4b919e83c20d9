import { Controller, Inject } from '@nestjs/common';
import { commitConsignInfo } from '#contract';
import {
  kindOfRule,
  messageOfProblem,
  RuleBroken,
  type CommandContext,
  type ConsignmentCommand,
  type Language,
} from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { refuseClosedConsigningUnit } from '../units/unit-state.js';
import { handleSeveral, type Target } from './handle-several.js';
import { rulesFor } from './rules-for.js';
import { signatureIdsFor } from './signature-ids.js';
import { submissionFacts } from './submission-facts.js';
import { takeConsignCode } from './take-number.js';

/** Stands for the number while everything is still being decided: none is taken for a submission that is refused. */
const NUMBER_TO_COME = '?';

@Controller()
export class CommitConsignments {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly catalogues: Catalogues,
  ) {}

  @Handles(commitConsignInfo)
  async handle(
    @Input() { consignInfoIds, description }: InputOf<typeof commitConsignInfo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
    @In() language: Language,
  ) {
    const { eventStore } = this.engines;
    try {
      await refuseClosedConsigningUnit(eventStore, caller.unitId);
      const done = await handleSeveral(eventStore, this.decisions, {
        ids: consignInfoIds,
        caller,
        context,
        commandFor: (target) => this.commandFor(target, description, context),
        complete: (command, target) => this.withNumber(command, target, context),
      });
      return answer(true as const, { revision: done[0]?.revision, position: done.at(-1)?.position });
    } catch (error) {
      if (error instanceof RuleBroken && isReason(error))
        return error.problems.map((found) => messageOfProblem(found, language)).join('\n');
      throw error;
    }
  }

  private async commandFor(target: Target, description: string, context: CommandContext): Promise<ConsignmentCommand> {
    const settings = await rulesFor(this.engines.eventStore, target.state);
    const asked = await submissionFacts(this.engines.eventStore, this.catalogues, target.state, context.by);
    return {
      type: 'Commit',
      by: context.by,
      at: context.at,
      description,
      consignCode: NUMBER_TO_COME,
      settings,
      signatureIds: signatureIdsFor(target.id, context),
      ...(asked ? { asked } : {}),
    };
  }

  private async withNumber(
    command: ConsignmentCommand,
    { id, state }: Target,
    context: CommandContext,
  ): Promise<ConsignmentCommand> {
    if (command.type !== 'Commit' || state.consignCode !== '' || state.header.testUnitId === null) return command;
    return {
      ...command,
      consignCode: await takeConsignCode(this.engines.eventStore, this.decisions, state.header.testUnitId, id, context),
    };
  }
}

/** Why it cannot be submitted is told as text with 200 (ADR-010); who may not even try is refused like everywhere. */
const isReason = ({ code }: RuleBroken): boolean => {
  switch (kindOfRule(code)) {
    case 'invalid':
    case 'refused':
      return true;
    case 'forbidden':
    case 'missing':
      return false;
  }
};

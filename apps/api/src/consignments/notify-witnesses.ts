import { Controller } from '@nestjs/common';
import { sendJZSignMessage } from '#contract';
import { kindOfRule, messageOf, RuleBroken, type CommandContext, type Language } from '#domain';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { actOn } from './act-on.js';

/** Records that the witnesses are to be asked; the worker sends the messages. */
@Controller()
export class NotifyWitnesses {
  constructor(private readonly decisions: Decisions) {}

  @Handles(sendJZSignMessage)
  async handle(
    @Input() { consignInfoId }: InputOf<typeof sendJZSignMessage>,
    @By() caller: Caller,
    @Command() context: CommandContext,
    @In() language: Language,
  ) {
    try {
      const { revision, position } = await actOn(this.decisions, consignInfoId, { caller, context }, () => ({
        type: 'NotifyWitness',
        by: context.by,
        at: context.at,
      }));
      return answer(true as const, { revision, position });
    } catch (error) {
      if (error instanceof RuleBroken && kindOfRule(error.code) === 'refused')
        return messageOf(error.code, error.params, language);
      throw error;
    }
  }
}

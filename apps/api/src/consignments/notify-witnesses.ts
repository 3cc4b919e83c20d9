import { Controller, Inject } from '@nestjs/common';
import { sendJZSignMessage } from '#contract';
import { kindOfRule, messageOf, RuleBroken, type CommandContext, type Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { actOn } from './act-on.js';

/** Records that the witnesses are to be asked; the worker sends the messages. */
@Controller()
export class NotifyWitnesses {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(sendJZSignMessage)
  async handle(@Input() { consignInfoId }: InputOf<typeof sendJZSignMessage>, @By() caller: Caller, @Command() context: CommandContext, @In() language: Language) {
    try {
      const { revision, position } = await actOn(this.engines.eventStore, consignInfoId, { caller, context }, () => ({ type: 'NotifyWitness', by: context.by, at: context.at }));
      return answer(true as const, { revision, position });
    } catch (error) {
      if (error instanceof RuleBroken && kindOfRule(error.code) === 'refused') return messageOf(error.code, error.params, language);
      throw error;
    }
  }
}

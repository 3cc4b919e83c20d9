import { Controller, Inject } from '@nestjs/common';
import { sendJZSignMessage } from '#contract';
import { consignment, handle, kindOfRule, messageOf, RuleBroken, type CommandContext, type Language } from '#domain';
import type { Engines } from '#engines';
import { answer } from '../http/answer.js';
import { In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

/** Records that the witnesses are to be asked; the worker sends the messages. */
@Controller()
export class NotifyWitnesses {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(sendJZSignMessage)
  async handle(@Input() { consignInfoId }: InputOf<typeof sendJZSignMessage>, @Command() context: CommandContext, @In() language: Language) {
    try {
      const { revision, position } = await handle(this.engines.eventStore, consignment, consignInfoId, { type: 'NotifyWitness', by: context.by, at: context.at }, context);
      return answer(true as const, { revision, position });
    } catch (error) {
      if (error instanceof RuleBroken && kindOfRule(error.code) === 'refused') return messageOf(error.code, error.params, language);
      throw error;
    }
  }
}

import { Controller, Inject } from '@nestjs/common';
import { signConsignments } from '#contract';
import type { CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { signTogether } from './sign-together.js';

@Controller()
export class SignConsignments {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(signConsignments)
  async handle(
    @Input() { ids, signImage }: InputOf<typeof signConsignments>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const done = await signTogether(this.engines, this.decisions, { ids, caller, context, signImage });
    const items = done.map(({ id, revision, state }) => ({
      id,
      revision,
      consignStatus: state.phase === 'absent' ? (80 as const) : state.consignStatus,
    }));
    return answer({ items }, { position: done.at(-1)?.position });
  }
}

import { Controller, Inject } from '@nestjs/common';
import { signConsignments } from '#contract';
import { refuseIf, signProblem, type CommandContext, type OpenConsignment } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { findConsignment } from './find-consignment.js';
import { handleSeveral } from './handle-several.js';
import { storeSignImage } from './sign-image.js';

@Controller()
export class SignConsignments {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly decisions: Decisions) {}

  @Handles(signConsignments)
  async handle(@Input() { ids, signImage }: InputOf<typeof signConsignments>, @By() caller: Caller, @Command() context: CommandContext) {
    const { eventStore, files } = this.engines;
    const repeated = await this.checkTogether(ids, caller, context);
    const imageHash = signImage === undefined || repeated ? null : await storeSignImage(files, signImage);
    const done = await handleSeveral(eventStore, this.decisions, { ids, caller, context, commandFor: () => ({ type: 'Sign', by: context.by, at: context.at, imageHash }) });
    const items = done.map(({ id, revision, state }) => ({ id, revision, consignStatus: state.phase === 'absent' ? (80 as const) : state.consignStatus }));
    return answer({ items }, { position: done.at(-1)?.position });
  }

  /** VA-018 to VA-020 look at all of them at once. True when this request has signed them before. */
  private async checkTogether(ids: string[], caller: Caller, { commandId }: CommandContext): Promise<boolean> {
    const chosen: OpenConsignment[] = [];
    for (const id of ids) {
      const { state, past } = await findConsignment(this.engines.eventStore, id, caller);
      if (past.some(({ metadata }) => metadata.commandId === commandId)) return true;
      if (state.phase === 'open') chosen.push(state);
    }
    refuseIf(signProblem(chosen));
    return false;
  }
}

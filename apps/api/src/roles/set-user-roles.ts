import { Controller, Inject } from '@nestjs/common';
import { setUserRoles } from '#contract';
import {
  problem,
  refuseIf,
  RuleBroken,
  sameId,
  user,
  type CommandContext,
  type Language,
  type UserCommand,
} from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { chosenRoles } from './chosen-roles.js';

@Controller()
export class SetUserRoles {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** Nobody changes their own roles, so there is always another administrator who could undo it; whoever loses one is told why. */
  @Handles(setUserRoles)
  async handle(
    @Input() { userId, roleNames, reason }: InputOf<typeof setUserRoles>,
    @By() caller: Caller,
    @In() language: Language,
    @Command() context: CommandContext,
  ) {
    refuseIf(sameId(caller.userId, userId) ? problem('OWN_ROLES') : null);
    const { state, revision, position } = await this.decisions.decide(
      user,
      userId,
      async (now): Promise<UserCommand> => {
        if (!now) throw new RuleBroken(problem('NO_SUCH_USER'));
        const roles = await chosenRoles(this.engines.eventStore, now, roleNames, language, now.roles);
        return { type: 'ChangeUserRoles', roles, reason };
      },
      context,
    );
    return answer({ userId, roleNames: state?.roles ?? [] }, { revision, position });
  }
}

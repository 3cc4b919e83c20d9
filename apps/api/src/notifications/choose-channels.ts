import { Controller, Inject } from '@nestjs/common';
import { chooseNotificationChannels, getNotificationChoices, type NotificationChoicesView } from '#contract';
import { addressFor, choicesOf, load, problem, RuleBroken, user, type CommandContext, type User } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { withMeta } from '../http/answer.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

/** By which ways the caller wants to be told of what. */
@Controller()
export class ChooseChannels {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @HandlesOperation(getNotificationChoices)
  async get(@CurrentUser() { userId }: Caller): Promise<NotificationChoicesView> {
    return choicesView((await load(this.engines.eventStore, user, userId)).state);
  }

  @HandlesOperation(chooseNotificationChannels)
  async choose(
    @Input() { choices }: InputOf<typeof chooseNotificationChannels>,
    @CurrentUser() { userId }: Caller,
    @CurrentCommand() { expectedRevision: _, ...context }: CommandContext,
  ) {
    const { state, position } = await this.decisions.decide(
      user,
      userId,
      { type: 'ChooseNotificationChannels', choices: choicesOf(choices) },
      context,
    );
    return withMeta(choicesView(state), { position });
  }
}

const choicesView = (state: User | null): NotificationChoicesView => {
  if (!state) throw new RuleBroken(problem('NO_SUCH_USER'));
  return {
    choices: choicesOf(state.notificationChoices),
    known: { email: addressFor(state, 'email') !== null, sms: addressFor(state, 'sms') !== null },
  };
};

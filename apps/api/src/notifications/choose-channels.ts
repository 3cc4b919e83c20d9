import { Controller, Inject } from '@nestjs/common';
import { chooseNotificationChannels, getNotificationChoices, type NotificationChoicesView } from '#contract';
import { addressFor, choicesOf, load, problem, RuleBroken, user, type CommandContext, type User } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

/** By which ways the caller wants to be told of what. */
@Controller()
export class ChooseChannels {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(getNotificationChoices)
  async get(@By() { userId }: Caller): Promise<NotificationChoicesView> {
    return choicesView((await load(this.engines.eventStore, user, userId)).state);
  }

  @Handles(chooseNotificationChannels)
  async choose(
    @Input() { choices }: InputOf<typeof chooseNotificationChannels>,
    @By() { userId }: Caller,
    @Command() { expectedRevision: _, ...context }: CommandContext,
  ) {
    const { state, position } = await this.decisions.decide(
      user,
      userId,
      { type: 'ChooseNotificationChannels', choices: choicesOf(choices) },
      context,
    );
    return answer(choicesView(state), { position });
  }
}

const choicesView = (state: User | null): NotificationChoicesView => {
  if (!state) throw new RuleBroken(problem('NO_SUCH_USER'));
  return {
    choices: choicesOf(state.notificationChoices),
    known: { email: addressFor(state, 'email') !== null, sms: addressFor(state, 'sms') !== null },
  };
};

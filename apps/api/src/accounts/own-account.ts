import { Controller, Inject } from '@nestjs/common';
import { changeLanguage, changeUiTheme, getAddresses, getMessages, getUnitInfo, signOutEverywhere } from '#contract';
import {
  consigningUnit,
  flatAddress,
  load,
  messages,
  testingUnit,
  user,
  type CommandContext,
  type FlatAddress,
  type MessageRow,
} from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { sentMessage } from './sent-message.js';

/** What concerns the caller alone: preferences, sessions, the own unit, messages (002 US-009, US-016). Nobody else's is ever asked for. */
@Controller()
export class OwnAccount {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(changeLanguage)
  async language(
    @Input() { languageName }: InputOf<typeof changeLanguage>,
    @By() { userId }: Caller,
    @Command() context: CommandContext,
  ) {
    const { position } = await this.decisions.decide(
      user,
      userId,
      { type: 'ChangePreferences', language: languageName },
      context,
    );
    return answer(true as const, { position });
  }

  @Handles(changeUiTheme)
  async theme(
    @Input() { theme }: InputOf<typeof changeUiTheme>,
    @By() { userId }: Caller,
    @Command() context: CommandContext,
  ) {
    const { position } = await this.decisions.decide(user, userId, { type: 'ChangePreferences', theme }, context);
    return answer(true as const, { position });
  }

  @Handles(signOutEverywhere)
  async signOutEverywhere(@By() { userId }: Caller, @Command() context: CommandContext) {
    const { position } = await this.decisions.decide(user, userId, { type: 'EndSessions', at: context.at }, context);
    return answer(true as const, { position });
  }

  @Handles(getUnitInfo)
  async unit(@By() { unitId, unitType }: Caller) {
    if (unitId === null) return null;
    const { eventStore } = this.engines;
    if (unitType === 1) {
      const { state } = await load(eventStore, testingUnit, unitId);
      return (
        state && {
          id: unitId,
          unitType: 1 as const,
          unitNo: state.unitNo,
          name: state.testUnitName,
          isActive: state.isActive,
        }
      );
    }
    const { state } = await load(eventStore, consigningUnit, unitId);
    return (
      state && {
        id: unitId,
        unitType: 2 as const,
        unitNo: state.unitNo,
        name: state.name,
        isActive: state.status === 1,
      }
    );
  }

  @Handles(getAddresses)
  async addresses(@By() { unitId, unitType }: Caller): Promise<FlatAddress[]> {
    if (unitId === null) return [];
    const { state } =
      unitType === 1
        ? await load(this.engines.eventStore, testingUnit, unitId)
        : await load(this.engines.eventStore, consigningUnit, unitId);
    return (state?.addresses ?? [])
      .map(flatAddress)
      .toSorted((left, right) => Number(right.isMain) - Number(left.isMain));
  }

  @Handles(getMessages)
  async messages(
    @Input() { skipCount, maxResultCount, atLeast }: InputOf<typeof getMessages>,
    @By() { userId }: Caller,
  ) {
    const { eventStore, views } = this.engines;
    const { stale } = await fresh(views, messages, atLeast);
    const { rows, total } = await views.find<MessageRow>(messages, {
      where: [{ column: 'acceptUserID', eq: userId }],
      sort: [{ column: 'sendTime', direction: 'desc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    const found = await Promise.all(rows.map((row) => sentMessage(eventStore, row)));
    return answer({ items: found.filter((one) => one !== null), totalCount: total }, { stale });
  }
}

import { Controller, Inject } from '@nestjs/common';
import { changeLanguage, changeUiTheme, getAddresses, getMessages, getUnitInfo, signOutEverywhere } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { messages, type MessageRow } from '#domain/messages';
import { consigningUnit, toApiAddress, testingUnit, type FlatAddress } from '#domain/units';
import { user } from '#domain/users';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { withMeta } from '../http/answer.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command.js';
import { waitForView } from '../http/fresh.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { readSentMessage } from './sent-message.js';

/** What concerns the caller alone: preferences, sessions, the own unit, messages (002 US-009, US-016). Nobody else's is ever asked for. */
@Controller()
export class OwnAccount {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @HandlesOperation(changeLanguage)
  async language(
    @Input() { languageName }: InputOf<typeof changeLanguage>,
    @CurrentUser() { userId }: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const { position } = await this.decisions.decide(
      user,
      userId,
      { type: 'ChangePreferences', language: languageName },
      context,
    );
    return withMeta(true as const, { position });
  }

  @HandlesOperation(changeUiTheme)
  async theme(
    @Input() { theme }: InputOf<typeof changeUiTheme>,
    @CurrentUser() { userId }: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const { position } = await this.decisions.decide(user, userId, { type: 'ChangePreferences', theme }, context);
    return withMeta(true as const, { position });
  }

  @HandlesOperation(signOutEverywhere)
  async signOutEverywhere(@CurrentUser() { userId }: Caller, @CurrentCommand() context: CommandContext) {
    const { position } = await this.decisions.decide(user, userId, { type: 'EndSessions', at: context.at }, context);
    return withMeta(true as const, { position });
  }

  @HandlesOperation(getUnitInfo)
  async unit(@CurrentUser() { unitId, unitType }: Caller) {
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

  @HandlesOperation(getAddresses)
  async addresses(@CurrentUser() { unitId, unitType }: Caller): Promise<FlatAddress[]> {
    if (unitId === null) return [];
    const { state } =
      unitType === 1
        ? await load(this.engines.eventStore, testingUnit, unitId)
        : await load(this.engines.eventStore, consigningUnit, unitId);
    return (state?.addresses ?? [])
      .map(toApiAddress)
      .toSorted((left, right) => Number(right.isMain) - Number(left.isMain));
  }

  @HandlesOperation(getMessages)
  async messages(
    @Input() { skipCount, maxResultCount, atLeast }: InputOf<typeof getMessages>,
    @CurrentUser() { userId }: Caller,
  ) {
    const { eventStore, views } = this.engines;
    const { stale } = await waitForView(views, messages, atLeast);
    const { rows, total } = await views.find<MessageRow>(messages, {
      where: [{ column: 'acceptUserID', eq: userId }],
      sort: [{ column: 'sendTime', direction: 'desc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    const found = await Promise.all(rows.map((row) => readSentMessage(eventStore, row)));
    return withMeta({ items: found.filter((one) => one !== null), totalCount: total }, { stale });
  }
}

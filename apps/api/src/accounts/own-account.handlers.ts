import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { changeLanguage, getMessages, getUnitInfo, ResultOf, SentMessage, signOutEverywhere } from '#contract';
import { load, streamName, type CommandContext } from '#domain/event-sourcing';
import { message, messages, type MessageRow } from '#domain/messages';
import { consigningUnit, testingUnit, toApiAddress, type FlatAddress, UNIT_STATUS } from '#domain/units';
import { user, type UserCommand } from '#domain/users';
import type { Engines } from '#engines';
import { decode, messageEvents, type EventStore, UNIT_TYPE } from '#events';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { waitForView } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';

type Preferences = Pick<Extract<UserCommand, { type: 'ChangePreferences' }>, 'language' | 'theme'>;

/** Sets the caller's language or theme. An absent member is not changed. */
export class ChangePreferences extends Command<OperationReturn<ResultOf<typeof changeLanguage>>> {
  constructor(
    readonly userId: string,
    readonly preferences: Preferences,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChangePreferences)
export class ChangePreferencesHandler implements ICommandHandler<ChangePreferences> {
  constructor(private readonly decisions: Decisions) {}

  async execute({ userId, preferences, context }: ChangePreferences) {
    const { position } = await this.decisions.decide(
      user,
      userId,
      { type: 'ChangePreferences', ...preferences },
      context,
    );
    return withMeta(true as const, { position });
  }
}

/** Signs the caller out everywhere. */
export class EndOwnSessions extends Command<OperationReturn<ResultOf<typeof signOutEverywhere>>> {
  constructor(
    readonly userId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(EndOwnSessions)
export class EndOwnSessionsHandler implements ICommandHandler<EndOwnSessions> {
  constructor(private readonly decisions: Decisions) {}

  async execute({ userId, context }: EndOwnSessions) {
    const { position } = await this.decisions.decide(user, userId, { type: 'EndSessions', at: context.at }, context);
    return withMeta(true as const, { position });
  }
}

export class GetOwnUnit extends Query<ResultOf<typeof getUnitInfo>> {
  constructor(readonly caller: Caller) {
    super();
  }
}

@QueryHandler(GetOwnUnit)
export class GetOwnUnitHandler implements IQueryHandler<GetOwnUnit> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ caller: { unitId, unitType } }: GetOwnUnit) {
    if (unitId === null) return null;
    const { eventStore } = this.engines;
    if (unitType === UNIT_TYPE.laboratory) {
      const { state } = await load(eventStore, testingUnit, unitId);
      return (
        state && {
          id: unitId,
          unitType: UNIT_TYPE.laboratory,
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
        unitType: UNIT_TYPE.client,
        unitNo: state.unitNo,
        name: state.name,
        isActive: state.status === UNIT_STATUS.open,
      }
    );
  }
}

/** The addresses of the caller's unit, the main address first. */
export class ListOwnAddresses extends Query<FlatAddress[]> {
  constructor(readonly caller: Caller) {
    super();
  }
}

@QueryHandler(ListOwnAddresses)
export class ListOwnAddressesHandler implements IQueryHandler<ListOwnAddresses> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ caller: { unitId, unitType } }: ListOwnAddresses): Promise<FlatAddress[]> {
    if (unitId === null) return [];
    const { state } =
      unitType === UNIT_TYPE.laboratory
        ? await load(this.engines.eventStore, testingUnit, unitId)
        : await load(this.engines.eventStore, consigningUnit, unitId);
    return (state?.addresses ?? [])
      .map(toApiAddress)
      .toSorted((left, right) => Number(right.isMain) - Number(left.isMain));
  }
}

/** Text messages and mails that were sent to the caller. */
export class ListOwnMessages extends Query<OperationReturn<ResultOf<typeof getMessages>>> {
  constructor(
    readonly input: InputOf<typeof getMessages>,
    readonly userId: string,
  ) {
    super();
  }
}

@QueryHandler(ListOwnMessages)
export class ListOwnMessagesHandler implements IQueryHandler<ListOwnMessages> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { skipCount, maxResultCount, atLeast }, userId }: ListOwnMessages) {
    const { eventStore, views } = this.engines;
    const { stale } = await waitForView(views, messages, atLeast);
    const { rows, total } = await views.find<MessageRow>(messages, {
      where: [{ column: 'acceptUserID', eq: userId }],
      sort: [{ column: 'sendTime', direction: 'desc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    const sentMessages = await Promise.all(rows.map((row) => readSentMessage(eventStore, row)));
    return withMeta({ items: sentMessages.filter((entry) => entry !== null), totalCount: total }, { stale });
  }
}

export const ownAccountHandlers = [
  ChangePreferencesHandler,
  EndOwnSessionsHandler,
  GetOwnUnitHandler,
  ListOwnAddressesHandler,
  ListOwnMessagesHandler,
];

const SEND_STATUS = { sent: 1, failed: 2 } as const;

/**
 * Reads a message from its stream, so that an erased person appears as erased. Null if it was repeated without that
 * receiver.
 */
export const readSentMessage = async (
  store: EventStore,
  { id, messageId, index }: MessageRow,
): Promise<SentMessage | null> => {
  const last = await store.readLast(streamName(message, messageId));
  if (!last) return null;
  const event = decode(messageEvents, last);
  const record = event.data.records?.[index];
  if (!record) return null;
  const { receiver, ...rest } = record;
  return {
    id,
    ...rest,
    acceptPhone: receiver.phone,
    acceptUserNameFriendly: receiver.name,
    ...(event.type === 'MessageSent'
      ? { sendStatus: SEND_STATUS.sent, failure: '' }
      : { sendStatus: SEND_STATUS.failed, failure: event.data.reason }),
  };
};

import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PersonalData } from '#contract';
import { consignment } from '#domain/consignment';
import { load, type CommandContext } from '#domain/event-sourcing';
import { messages, type MessageRow } from '#domain/messages';
import { choicesOf, inbox, isReadBy, notifications, type NotificationRow } from '#domain/notifications';
import { personalRead, personalReads, type PersonalReadRow } from '#domain/personal-data';
import { problem, RuleBroken, sameId } from '#domain/rules';
import { user, users, type User, type UserRow } from '#domain/users';
import { fingerprinter, type Engines } from '#engines';
import { decode, ROLE, userEvents, type RecordedEvent, UNIT_TYPE } from '#events';
import { readSentMessage } from '../accounts/own-account.handlers.js';
import { hasRole, type Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { Decisions } from '../commands/decisions.js';
import { isPartyTo } from '../consignments/consignment-access.js';
import { readViews } from '../history/personal-reads.handlers.js';
import { accountFingerprint, personFingerprint } from '../history/persons.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';
import { readUnitName } from '../units/unit-state.js';
import {
  allProfiles,
  consignmentsMentioning,
  personSearchOf,
  readAllRows,
  reportsMentioning,
  unitMentioning,
} from './person-mentions.js';

/** The number of messages that are read concurrently. */
const BATCH = 100;

/**
 * All data about the person of an account (ADR-003), for the person and for administrators. The data includes a list of
 * its readers. It is a command because the reading of another person's data is recorded first.
 */
export class ReadPersonalData extends Command<PersonalData> {
  constructor(
    readonly userId: string,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ReadPersonalData)
export class ReadPersonalDataHandler implements ICommandHandler<ReadPersonalData> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(Users) private readonly users: Users,
  ) {}

  async execute({ userId, caller, context }: ReadPersonalData): Promise<PersonalData> {
    const { eventStore, views } = this.engines;
    const { state, events } =
      sameId(caller.userId, userId) || hasRole(caller, ROLE.admin)
        ? await load(eventStore, user, userId)
        : { state: null, events: [] };
    if (!state) throw new RuleBroken(problem('NO_SUCH_USER'));
    if (!sameId(caller.userId, userId)) await this.recordReading(userId, context);
    const mentions = state.erased ? [] : await this.findMentions(state, events);
    return {
      userId,
      userName: state.userName,
      takenAt: this.now().toISOString(),
      profiles: profilesIn(events),
      unit: state.unitId === null ? null : { id: state.unitId, name: await readUnitName(eventStore, state) },
      roles: state.roles,
      isActive: state.active,
      lastLoginTime: (await views.get<UserRow>(users, userId))?.lastLoginTime ?? null,
      thirdParties: (state.bindings ?? []).map(({ thirdType, identity: { name, openid, headImage } }) => ({
        thirdType,
        name,
        openid,
        headImage,
      })),
      messages: await this.readMessagesTo(userId),
      notifications: await this.readNotifications(userId),
      notificationChoices: choicesOf(state.notificationChoices),
      namedIn: mentions,
      readings: state.erased ? [] : await this.loadReadings(userId, state, mentions),
    };
  }

  /** Recorded before the data is read: if this fails, no data is returned. */
  private async recordReading(userId: string, context: CommandContext): Promise<void> {
    const person = accountFingerprint(await fingerprinter(this.engines.vault), userId);
    await this.decisions.decide(personalRead, userId, { type: 'ReadAccountData', person }, context);
  }

  private async readMessagesTo(userId: string): Promise<PersonalData['messages']> {
    const rows = (
      await readAllRows<MessageRow>(this.engines.views, messages, {
        where: [{ column: 'acceptUserID', eq: userId }],
        oldestBy: 'sendTime',
      })
    ).toReversed();
    const sentMessages: PersonalData['messages'] = [];
    for (let start = 0; start < rows.length; start += BATCH) {
      const batch = await Promise.all(
        rows.slice(start, start + BATCH).map((row) => readSentMessage(this.engines.eventStore, row)),
      );
      sentMessages.push(...batch.filter((sentMessage) => sentMessage !== null));
    }
    return sentMessages;
  }

  private async readNotifications(userId: string): Promise<PersonalData['notifications']> {
    const { eventStore, views } = this.engines;
    const rows = await readAllRows<NotificationRow>(views, notifications, {
      where: [{ column: 'userId', eq: userId }],
      oldestBy: 'position',
    });
    const { state: box } = await load(eventStore, inbox, userId);
    return rows.toReversed().map(({ kind, consignCode, projectName, raisedAt: at, isRead }) => ({
      kind,
      consignCode,
      projectName,
      at,
      isRead: isRead || isReadBy(box, at),
    }));
  }

  /**
   * The readers of this data, and the readers of this person in histories. A person in a history is matched by the
   * current number and by every text that mentions the person (ADR-019). Only consignments of the account's unit count,
   * because numbers in forms are not verified.
   */
  private async loadReadings(
    userId: string,
    { profile, unitId, unitType }: User,
    namedIn: PersonalData['namedIn'],
  ): Promise<PersonalData['readings']> {
    const fingerprints = await fingerprinter(this.engines.vault);
    const mentions = new Set([profile, ...namedIn].map((person) => personFingerprint(fingerprints, person)));
    const rows = await readAllRows<PersonalReadRow>(this.engines.views, personalReads, {
      where: [{ column: 'person', in: [...mentions, accountFingerprint(fingerprints, userId)] }],
      oldestBy: 'at',
    });
    const ownConsignments = await this.consignmentsOfUnit(
      { unitId, unitType },
      new Set(rows.map(({ consignmentId }) => consignmentId)),
    );
    return readViews(
      this.users,
      rows.filter(({ part, consignmentId }) => part === 'account' || ownConsignments.has(consignmentId)).toReversed(),
    );
  }

  private async consignmentsOfUnit(
    unit: Pick<Caller, 'unitId' | 'unitType'>,
    ids: ReadonlySet<string>,
  ): Promise<Set<string>> {
    const consignmentIds = new Set<string>();
    for (const id of unit.unitId === null ? [] : ids) {
      const { state } = await load(this.engines.eventStore, consignment, id);
      if (state.phase !== 'absent' && isPartyTo(state, unit)) consignmentIds.add(id);
    }
    return consignmentIds;
  }

  /** Reads whole streams, because earlier revisions may mention the person, too. */
  private async findMentions(state: User, accountEvents: readonly RecordedEvent[]): Promise<PersonalData['namedIn']> {
    const search = personSearchOf(allProfiles(accountEvents));
    const unit = unitMentioning(state, search);
    const mentions: PersonalData['namedIn'] = [];
    for (const sources of [
      unit ? [unit] : [],
      consignmentsMentioning(this.engines, state, search),
      reportsMentioning(this.engines, state, search),
    ]) {
      const sourceMentions: PersonalData['namedIn'] = [];
      for await (const source of sources) {
        // A laboratory does not see consignments that were never submitted to it.
        if (source.kind === 'consignment' && state.unitType === UNIT_TYPE.laboratory && source.number === '') continue;
        const { events } = await this.engines.eventStore.read(source.stream);
        const { kind, id, number } = source;
        const mentionsByPerson = new Map(
          events
            .flatMap(({ data }) => collectPersons(data))
            .filter(({ person, part }) => source.isPerson(person, part))
            .map(({ person: { name = '', phone = '' } }) => [`${name}\n${phone}`, { kind, id, number, name, phone }]),
        );
        sourceMentions.push(...mentionsByPerson.values());
      }
      mentions.push(...sourceMentions.toReversed());
    }
    return mentions;
  }
}

export const personalDataCommandHandlers = [ReadPersonalDataHandler];

/** All persons in the data of an event, with the member that contains them. */
const collectPersons = (data: unknown, part = ''): { person: Record<string, string>; part: string }[] => {
  if (typeof data !== 'object' || data === null) return [];
  const direct =
    'phone' in data && typeof data.phone === 'string' ? [{ person: data as Record<string, string>, part }] : [];
  const nested = Object.entries(data).flatMap(([member, value]) =>
    collectPersons(value, Array.isArray(data) ? part : member),
  );
  return [...direct, ...nested];
};

const profilesIn = (events: readonly RecordedEvent[]): PersonalData['profiles'] => {
  const profiles: PersonalData['profiles'] = [];
  for (const event of events) {
    const { type, data } = decode(userEvents, event);
    if (type === 'UserRegistered' || type === 'UserProfileChanged')
      profiles.push({
        since: event.metadata.at,
        description: profiles.at(-1)?.description ?? '',
        ...data.profile,
      });
  }
  return profiles;
};

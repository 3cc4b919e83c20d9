import { Controller, Inject, Req } from '@nestjs/common';
import { getPersonalData, type PersonalData } from '#contract';
import { consignment } from '#domain/consignment';
import { load, type CommandContext } from '#domain/event-sourcing';
import { messages, type MessageRow } from '#domain/messages';
import { choicesOf, inbox, isReadBy, notifications, type NotificationRow } from '#domain/notifications';
import { personalRead, personalReads, type PersonalReadRow } from '#domain/personal-data';
import { problem, RuleBroken, sameId } from '#domain/rules';
import { user, users, type User, type UserRow } from '#domain/users';
import { fingerprinter, type Engines } from '#engines';
import { decode, ROLE, userEvents, type RecordedEvent } from '#events';
import { readSentMessage } from '../accounts/own-account.handlers.js';
import { hasRole, type Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { isPartyTo } from '../consignments/find-consignment.js';
import { Decisions } from '../commands/decisions.js';
import { readViews } from '../history/personal-reads.handlers.js';
import { personFingerprint, accountFingerprint } from '../history/persons.js';
import { CurrentUser, type ApiRequest } from '../http/api-request.js';
import { commandContextOf } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { readUnitName } from '../units/unit-state.js';
import { iterateRows } from './every-row.js';
import { consignmentsNaming, allProfiles, reportsNaming, personSearchOf, unitMention } from './named-in.js';

const AT_ONCE = 100;

/** What is held about a person, all of it, for that person (ADR-003). */
@Controller()
export class PersonalDataOfUsers {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(Users) private readonly users: Users,
  ) {}

  /** One's own, for the administrator anybody's, which the person is told; of others nobody learns that there is anything. */
  @HandlesOperation(getPersonalData)
  async handle(
    @Input() { userId }: InputOf<typeof getPersonalData>,
    @CurrentUser() caller: Caller,
    @Req() request: ApiRequest,
  ): Promise<PersonalData> {
    const { eventStore, views } = this.engines;
    const { state, past } =
      sameId(caller.userId, userId) || hasRole(caller, ROLE.admin)
        ? await load(eventStore, user, userId)
        : { state: null, past: [] };
    if (!state) throw new RuleBroken(problem('NO_SUCH_USER'));
    if (!sameId(caller.userId, userId)) await this.recordReading(userId, commandContextOf(request, caller.actor));
    const namedIn = state.erased ? [] : await this.namedIn(state, past);
    return {
      userId,
      userName: state.userName,
      takenAt: this.now().toISOString(),
      profiles: profilesIn(past),
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
      messages: await this.messagesTo(userId),
      notifications: await this.notificationsTo(userId),
      notificationChoices: choicesOf(state.notificationChoices),
      namedIn,
      readings: state.erased ? [] : await this.readingsOf(userId, state, namedIn),
    };
  }

  /** Before anything is shown: where that fails, nothing is. */
  private async recordReading(userId: string, context: CommandContext): Promise<void> {
    const person = accountFingerprint(await fingerprinter(this.engines.vault), userId);
    await this.decisions.decide(personalRead, userId, { type: 'ReadAccountData', person }, context);
  }

  private async messagesTo(userId: string): Promise<PersonalData['messages']> {
    const rows = (
      await iterateRows<MessageRow>(this.engines.views, messages, {
        where: [{ column: 'acceptUserID', eq: userId }],
        oldestBy: 'sendTime',
      })
    ).toReversed();
    const sent: PersonalData['messages'] = [];
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = await Promise.all(
        rows.slice(from, from + AT_ONCE).map((row) => readSentMessage(this.engines.eventStore, row)),
      );
      sent.push(...some.filter((one) => one !== null));
    }
    return sent;
  }

  private async notificationsTo(userId: string): Promise<PersonalData['notifications']> {
    const { eventStore, views } = this.engines;
    const rows = await iterateRows<NotificationRow>(views, notifications, {
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
   * Who was shown all of this, and who this person in a history, under the number of today and under every text that names them there
   * (ADR-019). Nobody proved a number, so of consignments that the account's unit has no part in nothing is told: any number can be typed.
   */
  private async readingsOf(
    userId: string,
    { profile, unitId, unitType }: User,
    namedIn: PersonalData['namedIn'],
  ): Promise<PersonalData['readings']> {
    const made = await fingerprinter(this.engines.vault);
    const shown = new Set([profile, ...namedIn].map((person) => personFingerprint(made, person)));
    const rows = await iterateRows<PersonalReadRow>(this.engines.views, personalReads, {
      where: [{ column: 'person', in: [...shown, accountFingerprint(made, userId)] }],
      oldestBy: 'at',
    });
    const theirs = await this.ofUnit({ unitId, unitType }, new Set(rows.map(({ consignmentId }) => consignmentId)));
    return readViews(
      this.users,
      rows.filter(({ part, consignmentId }) => part === 'account' || theirs.has(consignmentId)).toReversed(),
    );
  }

  private async ofUnit(unit: Pick<Caller, 'unitId' | 'unitType'>, ids: ReadonlySet<string>): Promise<Set<string>> {
    const theirs = new Set<string>();
    for (const id of unit.unitId === null ? [] : ids) {
      const { state } = await load(this.engines.eventStore, consignment, id);
      if (state.phase !== 'absent' && isPartyTo(state, unit)) theirs.add(id);
    }
    return theirs;
  }

  /** A stream at a time is read whole: an earlier revision may name them as well as the last. */
  private async namedIn(state: User, past: readonly RecordedEvent[]): Promise<PersonalData['namedIn']> {
    const sought = personSearchOf(allProfiles(past));
    const unit = unitMention(state, sought);
    const found: PersonalData['namedIn'] = [];
    for (const places of [
      unit ? [unit] : [],
      consignmentsNaming(this.engines, state, sought),
      reportsNaming(this.engines, state, sought),
    ]) {
      const some: PersonalData['namedIn'] = [];
      for await (const place of places) {
        // Of what was never submitted to it a laboratory learns nothing.
        if (place.kind === 'consignment' && state.unitType === 1 && place.number === '') continue;
        const { events } = await this.engines.eventStore.read(place.stream);
        const { kind, id, number } = place;
        const said = new Map(
          events
            .flatMap(({ data }) => personsOf(data))
            .filter(({ person, part }) => place.isThem(person, part))
            .map(({ person: { name = '', phone = '' } }) => [`${name}\n${phone}`, { kind, id, number, name, phone }]),
        );
        some.push(...said.values());
      }
      found.push(...some.toReversed());
    }
    return found;
  }
}

/** Everybody whom the data of an event names, with the member that they stand in. */
const personsOf = (data: unknown, part = ''): { person: Record<string, string>; part: string }[] => {
  if (typeof data !== 'object' || data === null) return [];
  const here =
    'phone' in data && typeof data.phone === 'string' ? [{ person: data as Record<string, string>, part }] : [];
  const within = Object.entries(data).flatMap(([member, value]) =>
    personsOf(value, Array.isArray(data) ? part : member),
  );
  return [...here, ...within];
};

const profilesIn = (past: readonly RecordedEvent[]): PersonalData['profiles'] => {
  const said: PersonalData['profiles'] = [];
  for (const event of past) {
    const { type, data } = decode(userEvents, event);
    if (type === 'UserRegistered' || type === 'UserProfileChanged')
      said.push({
        since: event.metadata.at,
        description: said.at(-1)?.description ?? '',
        ...data.profile,
      });
  }
  return said;
};

import { Controller, Inject } from '@nestjs/common';
import { getPersonalData, type PersonalData } from '#contract';
import { choicesOf, consignment, consignmentList, inbox, isReadBy, load, messages, notifications, personalReads, problem, RuleBroken, sameId, user, users, type ConsignmentRow, type MessageRow, type NotificationRow, type PersonalReadRow, type User, type UserRow } from '#domain';
import { fingerprinter, type Engines } from '#engines';
import { decode, ROLE, userEvents, type RecordedEvent } from '#events';
import { sentMessage } from '../accounts/sent-message.js';
import { has, type Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { isParty } from '../consignments/find-consignment.js';
import { readViews } from '../history/list-personal-reads.js';
import { fingerprintOf } from '../history/person-fingerprint.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { unitNameNow } from '../units/unit-name.js';
import { everyRow } from './every-row.js';
import { roleOfUnit } from './kept-account.js';

const AT_ONCE = 100;

/** What is held about a person, all of it, for that person (DECISIONS 5). */
@Controller()
export class PersonalDataOfUsers {
  constructor(@Inject(ENGINES) private readonly engines: Engines, @Inject(CLOCK) private readonly now: Clock, @Inject(Users) private readonly users: Users) {}

  /** One's own, for the administrator anybody's; of others nobody learns that there is anything. */
  @Handles(getPersonalData)
  async handle(@Input() { userId }: InputOf<typeof getPersonalData>, @By() caller: Caller): Promise<PersonalData> {
    const { eventStore, views } = this.engines;
    const { state, past } = sameId(caller.userId, userId) || has(caller, ROLE.admin) ? await load(eventStore, user, userId) : { state: null, past: [] };
    if (!state) throw new RuleBroken(problem('NO_SUCH_USER'));
    return {
      userId, userName: state.userName, takenAt: this.now().toISOString(),
      profiles: profilesIn(past),
      unit: state.unitId === null ? null : { id: state.unitId, name: await unitNameNow(eventStore, state) }, roles: state.roles, isActive: state.active,
      lastLoginTime: (await views.get<UserRow>(users, userId))?.lastLoginTime ?? null,
      thirdParties: (state.bindings ?? []).map(({ thirdType, identity: { name, openid, headImage } }) => ({ thirdType, name, openid, headImage })),
      messages: await this.messagesTo(userId),
      notifications: await this.notificationsTo(userId), notificationChoices: choicesOf(state.notificationChoices),
      contactIn: state.erased ? [] : await this.contactIn(state),
      readings: state.erased ? [] : await this.readingsOf(state),
    };
  }

  private async messagesTo(userId: string): Promise<PersonalData['messages']> {
    const rows = (await everyRow<MessageRow>(this.engines.views, messages, { where: [{ column: 'acceptUserID', eq: userId }], oldestBy: 'sendTime' })).toReversed();
    const sent: PersonalData['messages'] = [];
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = await Promise.all(rows.slice(from, from + AT_ONCE).map((row) => sentMessage(this.engines.eventStore, row)));
      sent.push(...some.filter((one) => one !== null));
    }
    return sent;
  }

  private async notificationsTo(userId: string): Promise<PersonalData['notifications']> {
    const { eventStore, views } = this.engines;
    const rows = await everyRow<NotificationRow>(views, notifications, { where: [{ column: 'userId', eq: userId }], oldestBy: 'raisedAt' });
    const { state: box } = await load(eventStore, inbox, userId);
    return rows.toReversed().map(({ kind, consignCode, projectName, raisedAt: at, isRead }) => ({ kind, consignCode, projectName, at, isRead: isRead || isReadBy(box, at) }));
  }

  /**
   * Who was shown this person in a history, under the number the account has today (record 92). Nobody proved that number, so of
   * consignments that the account's unit has no part in nothing is told: any number can be typed.
   */
  private async readingsOf({ profile, unitId, unitType }: User): Promise<PersonalData['readings']> {
    const person = fingerprintOf(await fingerprinter(this.engines.vault), profile);
    const rows = await everyRow<PersonalReadRow>(this.engines.views, personalReads, { where: [{ column: 'person', eq: person }], oldestBy: 'at' });
    const theirs = await this.ofUnit({ unitId, roles: [roleOfUnit(unitType) ?? ''] }, new Set(rows.map(({ consignmentId }) => consignmentId)));
    return readViews(this.users, rows.filter(({ consignmentId }) => theirs.has(consignmentId)).toReversed());
  }

  private async ofUnit(unit: Pick<Caller, 'unitId' | 'roles'>, ids: ReadonlySet<string>): Promise<Set<string>> {
    const theirs = new Set<string>();
    for (const id of unit.unitId === null ? [] : ids) {
      const { state } = await load(this.engines.eventStore, consignment, id);
      if (state.phase !== 'absent' && isParty(state, unit)) theirs.add(id);
    }
    return theirs;
  }

  private async contactIn({ unitId, profile: { name, phone } }: User): Promise<PersonalData['contactIn']> {
    if (unitId === null) return [];
    const rows = await everyRow<ConsignmentRow>(this.engines.views, consignmentList, { where: [{ column: 'consignUnitId', eq: unitId }, { column: 'sendPerson', eq: name }], oldestBy: 'creationTime' });
    return rows.toReversed().filter((row) => row.sendPersonPhone === phone).map((row) => ({ consignmentId: row.id, consignCode: row.consignCode ?? '', name: row.sendPerson, phone: row.sendPersonPhone }));
  }
}

const profilesIn = (past: readonly RecordedEvent[]): PersonalData['profiles'] => {
  const said: PersonalData['profiles'] = [];
  for (const event of past) {
    const { type, data } = decode(userEvents, event);
    if (type === 'UserRegistered' || type === 'UserProfileChanged') said.push({ since: event.metadata.at, ...data.profile, description: data.description ?? said.at(-1)?.description ?? '' });
  }
  return said;
};

import { Controller, Inject } from '@nestjs/common';
import { getPersonalData, type PersonalData } from '#contract';
import { consignmentList, load, messages, problem, RuleBroken, sameId, user, users, type ConsignmentRow, type MessageRow, type User, type UserRow } from '#domain';
import type { Engines } from '#engines';
import { decode, ROLE, userEvents, type RecordedEvent } from '#events';
import { sentMessage } from '../accounts/sent-message.js';
import { has, type Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';

const MOST = 1000;

/** What is held about a person, for that person (DECISIONS 5). */
@Controller()
export class PersonalDataOfUsers {
  constructor(@Inject(ENGINES) private readonly engines: Engines, @Inject(CLOCK) private readonly now: Clock) {}

  /** One's own, for the administrator anybody's; of others nobody learns that there is anything. */
  @Handles(getPersonalData)
  async handle(@Input() { userId }: InputOf<typeof getPersonalData>, @By() caller: Caller): Promise<PersonalData> {
    const { eventStore, views } = this.engines;
    const { state, past } = sameId(caller.userId, userId) || has(caller, ROLE.admin) ? await load(eventStore, user, userId) : { state: null, past: [] };
    if (!state) throw new RuleBroken(problem('NO_SUCH_USER'));
    const { rows } = await views.find<MessageRow>(messages, { where: [{ column: 'acceptUserID', eq: userId }], sort: [{ column: 'sendTime', direction: 'desc' }], limit: MOST });
    const sent = await Promise.all(rows.map((row) => sentMessage(eventStore, row)));
    return {
      userId, userName: state.userName, takenAt: this.now().toISOString(),
      profiles: profilesIn(past),
      unit: state.unitId === null ? null : { id: state.unitId, name: state.unitName }, roles: state.roles, isActive: state.active,
      lastLoginTime: (await views.get<UserRow>(users, userId))?.lastLoginTime ?? null,
      thirdParties: (state.bindings ?? []).map(({ thirdType, identity: { name, openid, headImage } }) => ({ thirdType, name, openid, headImage })),
      messages: sent.filter((one) => one !== null),
      contactIn: state.erased ? [] : await this.contactIn(state),
    };
  }

  private async contactIn({ unitId, profile: { name, phone } }: User): Promise<PersonalData['contactIn']> {
    if (unitId === null) return [];
    const { rows } = await this.engines.views.find<ConsignmentRow>(consignmentList, { where: [{ column: 'consignUnitId', eq: unitId }, { column: 'sendPerson', eq: name }], sort: [{ column: 'creationTime', direction: 'desc' }], limit: MOST });
    return rows.filter((row) => row.sendPersonPhone === phone).map((row) => ({ consignmentId: row.id, consignCode: row.consignCode ?? '', name: row.sendPerson, phone: row.sendPersonPhone }));
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

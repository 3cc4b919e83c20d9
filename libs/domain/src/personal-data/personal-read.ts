import { personalReadEvents, type PersonalReadEvent } from '#events';
import type { Aggregate } from '../handle.js';
import { problem, refuseIf } from '../rules/rule-broken.js';

export type ReadPersonalData =
  | { type: 'ReadPersonalData'; read: Extract<PersonalReadEvent, { type: 'PersonalDataRead' }>['data'] }
  | { type: 'ReadAccountData'; person: string };

const REASON_MAX = 200;

/** personalRead-<consignment id, or user id>: every reading is an event of its own, however often (ADR-003). @throws RuleBroken REASON_REQUIRED, TEXT_TOO_LONG, NO_PERSON_THERE. */
export const personalRead: Aggregate<typeof personalReadEvents, ReadPersonalData, null> = {
  category: 'personalRead',
  events: personalReadEvents,
  decider: {
    initialState: null,
    decide(command): PersonalReadEvent[] {
      if (command.type === 'ReadAccountData') return [{ type: 'AccountDataRead', data: { person: command.person } }];
      const { read } = command;
      const reason = read.reason.trim();
      refuseIf(reason === '' ? problem('REASON_REQUIRED', {}, 'reason') : null);
      refuseIf(reason.length > REASON_MAX ? problem('TEXT_TOO_LONG', { max: REASON_MAX }, 'reason') : null);
      refuseIf(read.persons.length === 0 ? problem('NO_PERSON_THERE', {}, 'parts') : null);
      return [{ type: 'PersonalDataRead', data: { ...read, reason } }];
    },
    evolve: () => null,
  },
};

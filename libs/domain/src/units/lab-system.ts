import { type LabSystemEvent, labSystemEvents } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { problem, refuseIf } from '../rules/rule-broken.js';
import { isBlank } from '../text/text.js';

export type LabSystemCommand = { type: 'IssueCode' } | { type: 'WithdrawCode'; reason: string };
/** `version` is the number of codes issued so far. A withdrawn code is not reused. */
export type LabSystem = { version: number; isOn: boolean };

/**
 * The members for a unit's history: whether sign-in by the lab system is on, and the number of the current code. The
 * code itself is never shown.
 */
export const toApiLabSystem = ({ version, isOn }: LabSystem) => ({
  labSystemOn: isOn,
  labSystemCode: isOn ? String(version) : '',
});

/**
 * Stream labSystem-<testing unit>: whether the unit's own system may sign in its users, and by which code.
 * @throws RuleBroken REASON_REQUIRED (002 AU-015).
 */
export const labSystem: Aggregate<typeof labSystemEvents, LabSystemCommand, LabSystem> = {
  category: 'labSystem',
  events: labSystemEvents,
  decider: {
    initialState: { version: 0, isOn: false },
    decide(command, { version, isOn }): LabSystemEvent[] {
      switch (command.type) {
        case 'IssueCode':
          return [{ type: 'LabSystemCodeIssued', data: { version: version + 1 } }];
        case 'WithdrawCode':
          refuseIf(isBlank(command.reason) ? problem('REASON_REQUIRED', {}, 'reason') : null);
          return isOn ? [{ type: 'LabSystemCodeWithdrawn', data: { reason: command.reason.trim() } }] : [];
      }
    },
    evolve: (state, event) =>
      event.type === 'LabSystemCodeIssued' ? { version: event.data.version, isOn: true } : { ...state, isOn: false },
  },
};

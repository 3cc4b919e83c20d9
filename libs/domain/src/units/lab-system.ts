import { type LabSystemEvent, labSystemEvents } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { problem, refuseIf } from '../rules/rule-broken.js';
import { isBlank } from '../text/text.js';

export type LabSystemCommand = { type: 'IssueCode' } | { type: 'WithdrawCode'; reason: string };
/** `version` counts the codes there ever were; a withdrawn one is nobody's. */
export type LabSystem = { version: number; isOn: boolean };

/**
 * As a unit's history tells it: whether the door is open, and which of its codes opens it, by number; the code itself
 * is told to nobody.
 */
export const toApiLabSystem = ({ version, isOn }: LabSystem) => ({
  labSystemOn: isOn,
  labSystemCode: isOn ? String(version) : '',
});

/**
 * labSystem-<testing unit>: whether its own system may sign its people in, and by which of its codes. @throws
 * RuleBroken REASON_REQUIRED (002 AU-015).
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

import { settingsEvents } from '#events';
import type { Aggregate } from '../handle.js';
import { refuseIf } from '../rules/rule-broken.js';
import { unitReasonProblems } from './unit-problems.js';
import { isBlank } from '../text/text.js';

/** unitType 1 testing unit, 2 consigning unit; params as stored, "1" and "0" for flags. */
export type SettingsCommand = {
  type: 'ChangeUnitSettings';
  unitType: 1 | 2;
  params: Readonly<Record<string, string>>;
  reason?: string;
};
export type Settings = { params: Readonly<Record<string, string>> };

/** settings-<unit id>: only what changes is recorded. @throws RuleBroken TEXT_TOO_LONG */
export const settings: Aggregate<typeof settingsEvents, SettingsCommand, Settings> = {
  category: 'settings',
  events: settingsEvents,
  decider: {
    initialState: { params: {} },
    decide({ unitType, params, reason = '' }, state) {
      const changed = Object.entries(params).filter(([code, value]) => state.params[code] !== value);
      if (changed.length === 0) return [];
      refuseIf(unitReasonProblems(reason));
      return [
        {
          type: 'UnitSettingsChanged',
          data: {
            unitType,
            params: Object.fromEntries(changed),
            ...(isBlank(reason) ? {} : { reason: reason.trim() }),
          },
        },
      ];
    },
    evolve: (state, { data }) => ({ params: { ...state.params, ...data.params } }),
  },
};

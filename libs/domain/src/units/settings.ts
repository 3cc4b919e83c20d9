import { settingsEvents } from '#events';
import type { Aggregate } from '../handle.js';

/** unitType 1 testing unit, 2 consigning unit; params as stored, "1" and "0" for flags. */
export type SettingsCommand = { type: 'ChangeUnitSettings'; unitType: 1 | 2; params: Readonly<Record<string, string>>; reason?: string };
export type Settings = { params: Readonly<Record<string, string>> };

/** settings-<unit id>: only what changes is recorded. */
export const settings: Aggregate<typeof settingsEvents, SettingsCommand, Settings> = {
  category: 'settings',
  events: settingsEvents,
  decider: {
    initialState: { params: {} },
    decide({ unitType, params, reason = '' }, state) {
      const changed = Object.entries(params).filter(([code, value]) => state.params[code] !== value);
      return changed.length === 0 ? [] : [{ type: 'UnitSettingsChanged', data: { unitType, params: Object.fromEntries(changed), ...(reason.trim() === '' ? {} : { reason: reason.trim() }) } }];
    },
    evolve: (state, { data }) => ({ params: { ...state.params, ...data.params } }),
  },
};

import { type ConsigningUnit, consigningUnitEvents } from '#events';
import type { Aggregate } from '../handle.js';
import { problem, refuseIf } from '../rules/rule-broken.js';

export type ConsigningUnitCommand = { type: 'RegisterConsigningUnit'; unit: ConsigningUnit };

/** consigningUnit-<id>. A second registration is refused with RECORD_EXISTS. */
export const consigningUnit: Aggregate<typeof consigningUnitEvents, ConsigningUnitCommand, ConsigningUnit | null> = {
  category: 'consigningUnit',
  events: consigningUnitEvents,
  decider: {
    initialState: null,
    decide({ unit }, state) {
      refuseIf(state && problem('RECORD_EXISTS'));
      return [{ type: 'ConsigningUnitRegistered', data: { unit } }];
    },
    evolve: (_state, { data }) => data.unit,
  },
};

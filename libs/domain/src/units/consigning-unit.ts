import {
  type ConsigningUnit,
  type ConsigningUnitEvent,
  consigningUnitEvents,
  type ConsigningUnitProfile,
  decode,
  idOfStream,
} from '#events';
import { type AuditTrail, updateAuditTrail, createAuditTrail } from '../changes/changes.js';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { isJsonEqual } from '../rules/equality.js';
import { problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import {
  consigningUnitProblems,
  type WithOpening,
  withRegistrationState,
  deactivateUnit,
  unitReasonProblems,
  ensureSingleMainAddress,
  removeOpening,
} from './unit-profile.js';

export type ConsigningUnitCommand =
  | { type: 'RegisterConsigningUnit'; unit: ConsigningUnit }
  | { type: 'ChangeConsigningUnit'; unit: ConsigningUnitProfile }
  | { type: 'ActivateConsigningUnit' }
  | { type: 'DeactivateConsigningUnit'; reason: string };

/** `status` of an open unit and of a deactivated one. */
export const UNIT_STATUS = { open: 1, closed: 0 } as const;

/** The profile without `status` and `opening`, which have events of their own. */
export const consigningUnitProfileOf = ({
  status: _,
  opening: __,
  ...profile
}: WithOpening<ConsigningUnit>): ConsigningUnitProfile => profile;

const decide = (command: ConsigningUnitCommand, state: WithOpening<ConsigningUnit> | null): ConsigningUnitEvent[] => {
  if (command.type === 'RegisterConsigningUnit') {
    refuseIf(state && problem('RECORD_EXISTS'));
    refuseIf(consigningUnitProblems(command.unit));
    return [
      {
        type: 'ConsigningUnitRegistered',
        data: { unit: { ...command.unit, addresses: ensureSingleMainAddress(command.unit.addresses) } },
      },
    ];
  }
  if (!state) throw new RuleBroken(problem('NO_SUCH_UNIT'));
  const isOpen = state.status !== UNIT_STATUS.closed;
  switch (command.type) {
    case 'ChangeConsigningUnit': {
      refuseIf(consigningUnitProblems(command.unit));
      const unit = { ...command.unit, addresses: ensureSingleMainAddress(command.unit.addresses, state.addresses) };
      return isJsonEqual(unit, consigningUnitProfileOf(state))
        ? []
        : [{ type: 'ConsigningUnitProfileChanged', data: { unit } }];
    }
    case 'ActivateConsigningUnit':
      return isOpen ? [] : [{ type: 'ConsigningUnitActivated', data: {} }];
    case 'DeactivateConsigningUnit':
      refuseIf(unitReasonProblems(command.reason));
      return isOpen || state.opening?.state === 'waiting'
        ? [{ type: 'ConsigningUnitDeactivated', data: { reason: command.reason.trim() } }]
        : [];
  }
};

const evolve = (
  state: WithOpening<ConsigningUnit> | null,
  event: ConsigningUnitEvent,
): WithOpening<ConsigningUnit> | null => {
  if (event.type === 'ConsigningUnitRegistered')
    return withRegistrationState(event.data.unit, event.data.unit.status !== UNIT_STATUS.closed);
  if (!state) return null;
  switch (event.type) {
    case 'ConsigningUnitProfileChanged':
      return { ...event.data.unit, status: state.status, ...(state.opening ? { opening: state.opening } : {}) };
    case 'ConsigningUnitDeactivated':
      return deactivateUnit({ ...state, status: UNIT_STATUS.closed }, event.data.reason);
    case 'ConsigningUnitActivated':
      return { ...removeOpening(state), status: UNIT_STATUS.open };
  }
};

/**
 * Stream consigningUnit-<id>. Saving without a change records no event. Deactivating a unit that waits to be opened
 * refuses its registration.
 * @throws RuleBroken RECORD_EXISTS, NO_SUCH_UNIT, TEXT_TOO_LONG, and the problems that consigningUnitProblems finds
 * (002 UN-011).
 */
export const consigningUnit: Aggregate<
  typeof consigningUnitEvents,
  ConsigningUnitCommand,
  WithOpening<ConsigningUnit> | null
> = {
  category: 'consigningUnit',
  events: consigningUnitEvents,
  decider: { initialState: null, decide, evolve },
};

export type ConsigningUnitRow = WithOpening<ConsigningUnit> & AuditTrail & { id: string };

export const consigningUnits: Projection<ConsigningUnitRow> = {
  name: 'consigningUnits',
  version: 6,
  types: Object.keys(consigningUnitEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, event, id) {
    const { type, data } = decode(consigningUnitEvents, event);
    switch (type) {
      case 'ConsigningUnitRegistered':
        return withRegistrationState(
          { ...data.unit, id, ...createAuditTrail(event) },
          data.unit.status !== UNIT_STATUS.closed,
        );
      case 'ConsigningUnitProfileChanged':
        return row && { ...row, ...data.unit, ...updateAuditTrail(event) };
      case 'ConsigningUnitDeactivated':
        return row && deactivateUnit({ ...row, status: UNIT_STATUS.closed, ...updateAuditTrail(event) }, data.reason);
      case 'ConsigningUnitActivated':
        return row && { ...removeOpening(row), status: UNIT_STATUS.open, ...updateAuditTrail(event) };
    }
  },
  view: {
    columns: {
      unitNo: { type: 'text', of: (row) => row.unitNo },
      name: { type: 'text', of: (row) => row.name },
      uninCode: { type: 'text', of: (row) => row.uninCode },
      status: { type: 'integer', of: (row) => row.status },
      opening: { type: 'text', of: (row) => row.opening?.state ?? null },
    },
    search: (row) => `${row.name}\n${row.unitNo}\n${row.uninCode}`,
    indexes: [['unitNo'], ['uninCode'], ['opening', 'unitNo']],
    counted: [['status']],
  },
};

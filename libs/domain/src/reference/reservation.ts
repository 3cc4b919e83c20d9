import { type ReservationEvent, reservationEvents } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { problem, refuseIf } from '../rules/rule-broken.js';

/**
 * Reserve with `renews`: renews the holder's existing reservation, so that its age counts from this command. TakeOver:
 * for a value that `from` reserved and never used.
 */
export type ReservationCommand =
  | { type: 'Reserve'; kind: string; holderId: string; renews?: true }
  | { type: 'Release'; kind: string; holderId: string }
  | { type: 'TakeOver'; kind: string; holderId: string; from: string };
export type Reservation = { holderId: string } | null;

/** Stream id of a unique value: `<kind>-<HMAC of the value>`, so that the log does not reveal the value (ADR-002). */
export const reservationId = (kind: string, hmac: string): string => `${kind}-${hmac}`;

/**
 * Stream reserved-<kind>-<HMAC>. Reserving a value again for the same holder records no event, except with `renews`.
 * @throws RuleBroken VALUE_TAKEN if another holder has the value.
 */
export const reservation: Aggregate<typeof reservationEvents, ReservationCommand, Reservation> = {
  category: 'reserved',
  events: reservationEvents,
  decider: {
    initialState: null,
    decide(command, current): ReservationEvent[] {
      const { type, kind, holderId } = command;
      const isHolder = current?.holderId === holderId;
      switch (type) {
        case 'Reserve':
          refuseIf(current && !isHolder ? problem('VALUE_TAKEN', {}, kind) : null);
          return isHolder && !command.renews ? [] : [{ type: 'ValueReserved', data: { kind, holderId } }];
        case 'TakeOver':
          if (isHolder) return [];
          refuseIf(current?.holderId === command.from ? null : problem('VALUE_TAKEN', {}, kind));
          return [
            { type: 'ValueReleased', data: { kind, holderId: command.from } },
            { type: 'ValueReserved', data: { kind, holderId } },
          ];
        case 'Release':
          return isHolder ? [{ type: 'ValueReleased', data: { kind, holderId } }] : [];
      }
    },
    evolve: (_current, { type, data }) => (type === 'ValueReserved' ? { holderId: data.holderId } : null),
  },
};

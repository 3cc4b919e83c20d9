import { type ReservationEvent, reservationEvents } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { problem, refuseIf } from '../rules/rule-broken.js';

/**
 * Reserve `anew`: what one holds already is as young as this command. TakeOver: `from` reserved it and never came to
 * use it.
 */
export type ReservationCommand =
  | { type: 'Reserve'; kind: string; holderId: string; anew?: true }
  | { type: 'Release'; kind: string; holderId: string }
  | { type: 'TakeOver'; kind: string; holderId: string; from: string };
export type Reservation = { holderId: string } | null;

/**
 * Stream id of a value that may exist once: `<kind>-<HMAC of the value>`, so that the log does not show the value
 * (ADR-002).
 */
export const reservationId = (kind: string, hmac: string): string => `${kind}-${hmac}`;

/**
 * reserved-<kind>-<HMAC>. Reserving what one holds already changes nothing, unless anew. @throws RuleBroken VALUE_TAKEN
 * when somebody else holds it.
 */
export const reservation: Aggregate<typeof reservationEvents, ReservationCommand, Reservation> = {
  category: 'reserved',
  events: reservationEvents,
  decider: {
    initialState: null,
    decide(command, held): ReservationEvent[] {
      const { type, kind, holderId } = command;
      const mine = held?.holderId === holderId;
      switch (type) {
        case 'Reserve':
          refuseIf(held && !mine ? problem('VALUE_TAKEN', {}, kind) : null);
          return mine && !command.anew ? [] : [{ type: 'ValueReserved', data: { kind, holderId } }];
        case 'TakeOver':
          if (mine) return [];
          refuseIf(held?.holderId === command.from ? null : problem('VALUE_TAKEN', {}, kind));
          return [
            { type: 'ValueReleased', data: { kind, holderId: command.from } },
            { type: 'ValueReserved', data: { kind, holderId } },
          ];
        case 'Release':
          return mine ? [{ type: 'ValueReleased', data: { kind, holderId } }] : [];
      }
    },
    evolve: (_held, { type, data }) => (type === 'ValueReserved' ? { holderId: data.holderId } : null),
  },
};

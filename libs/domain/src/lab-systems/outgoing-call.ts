import {
  decode,
  idOfStream,
  outgoingCallEvents,
  type OutgoingCallEvent,
  type OutgoingCallFailure,
  type OutgoingCallKind,
} from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';

/** `waiting`: an attempt is in progress or will follow automatically. */
export const OUTGOING_CALL_STATES = ['waiting', 'delivered', 'failed'] as const;
export type OutgoingCallState = (typeof OUTGOING_CALL_STATES)[number];

/** A call to a laboratory's system and its result. `lastMs` is in milliseconds. */
export type OutgoingCall = {
  /** Id of the laboratory. */
  unitId: string;
  kind: OutgoingCallKind;
  consignmentId: string;
  consignCode: string;
  /** Revision of the consignment that the call reports. */
  consignmentRevision: number;
  state: OutgoingCallState;
  /** Number of attempts, including those before a resend. */
  attempts: number;
  lastStatus: number | null;
  lastFailure: OutgoingCallFailure | null;
  lastMs: number | null;
};

/** Maximum length of the reason of a resend, in characters. */
export const OUTGOING_CALL_LIMITS = { reason: 200 } as const;

export type OutgoingCallCommand =
  | ({ type: 'RequestCall' } & Pick<OutgoingCall, 'unitId' | 'kind' | 'consignmentId' | 'consignCode'> & {
        revision: number;
      })
  | { type: 'RecordSuccess'; status: number; ms: number }
  | { type: 'RecordFailure'; status: number | null; ms: number; failure: OutgoingCallFailure; isFinal: boolean }
  | { type: 'RequestResend'; reason: string };

const decide = (command: OutgoingCallCommand, state: OutgoingCall | null): OutgoingCallEvent[] => {
  if (command.type === 'RequestCall') {
    const { unitId, kind, consignmentId, consignCode, revision } = command;
    return state
      ? []
      : [{ type: 'OutgoingCallRequested', data: { unitId, kind, consignmentId, consignCode, revision } }];
  }
  if (!state) throw new RuleBroken(problem('NO_SUCH_OUTGOING_CALL'));
  const attempt = state.attempts + 1;
  switch (command.type) {
    case 'RecordSuccess': {
      const { status, ms } = command;
      return state.state === 'waiting' ? [{ type: 'OutgoingCallSucceeded', data: { attempt, status, ms } }] : [];
    }
    case 'RecordFailure': {
      const { status, ms, failure, isFinal } = command;
      const type = isFinal ? ('OutgoingCallGivenUp' as const) : ('OutgoingCallFailed' as const);
      return state.state === 'waiting' ? [{ type, data: { attempt, status, ms, failure } }] : [];
    }
    case 'RequestResend':
      refuseIf(state.state === 'waiting' ? problem('OUTGOING_CALL_WAITING') : null);
      return [{ type: 'OutgoingCallResendRequested', data: { reason: command.reason.trim() } }];
  }
};

const evolve = (state: OutgoingCall | null, event: OutgoingCallEvent): OutgoingCall | null => {
  if (event.type === 'OutgoingCallRequested') {
    const { unitId, kind, consignmentId, consignCode, revision: consignmentRevision } = event.data;
    const call = { unitId, kind, consignmentId, consignCode, consignmentRevision };
    return { ...call, state: 'waiting', attempts: 0, lastStatus: null, lastFailure: null, lastMs: null };
  }
  if (!state) return null;
  if (event.type === 'OutgoingCallResendRequested') return { ...state, state: 'waiting' };
  const { attempt: attempts, status: lastStatus, ms: lastMs } = event.data;
  const attempted = { ...state, attempts, lastStatus, lastMs };
  switch (event.type) {
    case 'OutgoingCallSucceeded':
      return { ...attempted, state: 'delivered', lastFailure: null };
    case 'OutgoingCallFailed':
      return { ...attempted, lastFailure: event.data.failure };
    case 'OutgoingCallGivenUp':
      return { ...attempted, state: 'failed', lastFailure: event.data.failure };
  }
};

/**
 * Stream outgoingCall-<id>. The state is null before the call is requested. Results after the end of a call record no
 * event.
 * @throws RuleBroken NO_SUCH_OUTGOING_CALL; OUTGOING_CALL_WAITING for a resend of a waiting call (002 ILIS-009).
 */
export const outgoingCall: Aggregate<typeof outgoingCallEvents, OutgoingCallCommand, OutgoingCall | null> = {
  category: 'outgoingCall',
  events: outgoingCallEvents,
  decider: { initialState: null, decide, evolve },
};

/** A call in lists. Times are UTC; `lastAt` is the time of the newest attempt. */
export type OutgoingCallRow = OutgoingCall & {
  id: string;
  revision: number;
  requestedAt: string;
  lastAt: string | null;
};

/** Calls to the systems of all laboratories. */
export const outgoingCalls: Projection<OutgoingCallRow> = {
  name: 'outgoingCalls',
  version: 1,
  types: Object.keys(outgoingCallEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, stored, id) {
    if (row && row.revision >= stored.revision) return row;
    const event = decode(outgoingCallEvents, stored);
    const state = evolve(row, event);
    if (!state) return row;
    const { at } = stored.metadata;
    const requestedAt = row?.requestedAt ?? at;
    const lastAt = 'attempt' in event.data ? at : (row?.lastAt ?? null);
    return { ...state, id, revision: stored.revision, requestedAt, lastAt };
  },
  view: {
    columns: {
      unitId: { type: 'text', of: (row) => row.unitId },
      state: { type: 'text', of: (row) => row.state },
      kind: { type: 'text', of: (row) => row.kind },
      consignmentId: { type: 'text', of: (row) => row.consignmentId },
      requestedAt: { type: 'text', of: (row) => row.requestedAt },
    },
    search: null,
    indexes: [['unitId', 'requestedAt'], ['consignmentId']],
  },
};

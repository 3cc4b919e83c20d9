import { describe, expect, it } from '@jest/globals';
import type { OutgoingCallEvent } from '#events';
import { people } from '#harness/domain/consignment-story';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';
import { outgoingCall, outgoingCalls } from './outgoing-call.js';

const given = specificationOf(outgoingCall.decider);

const callData = {
  unitId: 'lab-1',
  kind: 'message',
  consignmentId: 'c-1',
  consignCode: 'TU001-1',
  revision: 4,
} as const;
const requested: OutgoingCallEvent = { type: 'OutgoingCallRequested', data: callData };
const failed: OutgoingCallEvent = {
  type: 'OutgoingCallFailed',
  data: { attempt: 1, status: 503, ms: 12, failure: 'status' },
};
const givenUp: OutgoingCallEvent = {
  type: 'OutgoingCallGivenUp',
  data: { attempt: 2, status: null, ms: 10_000, failure: 'timeout' },
};
const resend: OutgoingCallEvent = { type: 'OutgoingCallResendRequested', data: { reason: '' } };
const succeeded: OutgoingCallEvent = { type: 'OutgoingCallSucceeded', data: { attempt: 3, status: 200, ms: 8 } };

describe('A call to a laboratory system', () => {
  it('is requested once, and results after its end change nothing', () => {
    given(requested)
      .when({ type: 'RequestCall', ...callData })
      .thenNothing();
    given(requested, failed)
      .when({ type: 'RecordFailure', status: null, ms: 10_000, failure: 'timeout', isFinal: true })
      .then(givenUp);
    given(requested, failed, givenUp).when({ type: 'RecordSuccess', status: 200, ms: 1 }).thenNothing();
    given().when({ type: 'RecordSuccess', status: 200, ms: 1 }).thenRefused('NO_SUCH_OUTGOING_CALL');
  });

  it('can be resent after it has ended, and counts all its attempts', () => {
    given(requested, failed).when({ type: 'RequestResend', reason: '' }).thenRefused('OUTGOING_CALL_WAITING');
    given(requested, failed, givenUp).when({ type: 'RequestResend', reason: ' ' }).then(resend);
    given(requested, failed, givenUp, resend).when({ type: 'RecordSuccess', status: 200, ms: 8 }).then(succeeded);
  });

  it('is listed with its state, its attempts and the result of the newest one', () => {
    const events = toRecordedEvents('outgoingCall-o-1', [requested, failed, givenUp, resend, succeeded], people.lab);
    const states = events.map((_, index) => [...projectRows(outgoingCalls, events.slice(0, index + 1)).values()][0]);
    expect(states.map((row) => [row?.state, row?.attempts, row?.lastStatus, row?.lastFailure])).toEqual([
      ['waiting', 0, null, null],
      ['waiting', 1, 503, 'status'],
      ['failed', 2, null, 'timeout'],
      ['waiting', 2, null, 'timeout'],
      ['delivered', 3, 200, null],
    ]);
    expectIdempotentOnRedelivery(outgoingCalls, events);
  });
});

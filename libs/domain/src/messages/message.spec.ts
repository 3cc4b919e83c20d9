import { expect, it } from '@jest/globals';
import { specificationOf } from '#harness/domain/specification';
import { message } from './message.js';

const given = specificationOf(message.decider);
const about = { kind: 'witness-signature', subjectId: 'c-1' };
const messageSent = { type: 'MessageSent', data: { ...about, transport: 'outbox' } } as const;
const failed = { type: 'MessageFailed', data: { ...about, reason: 'no route' } } as const;

it('a message is recorded as sent once, also after it failed', () => {
  given()
    .when({ type: 'RecordSent', ...about, transport: 'outbox' })
    .then(messageSent);
  given(failed)
    .when({ type: 'RecordSent', ...about, transport: 'outbox' })
    .then(messageSent);
  given(failed, messageSent)
    .when({ type: 'RecordSent', ...about, transport: 'smtp' })
    .thenNothing();
});

it('a failure is recorded only until the message is sent', () => {
  given()
    .when({ type: 'RecordFailure', ...about, reason: 'no route' })
    .then(failed);
  given(failed)
    .when({ type: 'RecordFailure', ...about, reason: 'no route' })
    .thenNothing();
  given(failed)
    .when({ type: 'RecordFailure', ...about, reason: 'full' })
    .thenState({ stage: 'failed', reason: 'full' });
  given(messageSent)
    .when({ type: 'RecordFailure', ...about, reason: 'late' })
    .thenNothing();
  expect(message.category).toBe('message');
});

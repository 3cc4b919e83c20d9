import { expect, it } from '@jest/globals';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';
import { personalRead, personalReads } from './personal-read.js';

const read = {
  consignmentId: 'c-1',
  consignCode: 'YWT-1',
  revision: 3,
  persons: [
    { part: 'contact' as const, person: 'a1' },
    { part: 'ownerWitness' as const, person: 'b2' },
  ],
  reason: '举报核查',
};
const given = specificationOf(personalRead.decider);

it('every reading of personal data is recorded, and is refused without a reason or without a person', () => {
  const event = { type: 'PersonalDataRead' as const, data: read };
  given()
    .when({ type: 'ReadPersonalData', read: { ...read, reason: ' 举报核查 ' } })
    .then(event);
  given(event).when({ type: 'ReadPersonalData', read }).then(event);
  given()
    .when({ type: 'ReadPersonalData', read: { ...read, reason: '  ' } })
    .thenRefused('REASON_REQUIRED');
  given()
    .when({ type: 'ReadPersonalData', read: { ...read, reason: 'x'.repeat(201) } })
    .thenRefused('TEXT_TOO_LONG');
  given()
    .when({ type: 'ReadPersonalData', read: { ...read, persons: [] } })
    .thenRefused('NO_PERSON_THERE');
});

it('a reading of all data of an account is recorded separately, without a consignment', () => {
  const event = { type: 'AccountDataRead' as const, data: { person: 'a1' } };
  given(event).when({ type: 'ReadAccountData', person: 'a1' }).then(event);
  const history = toRecordedEvents('personalRead-u-9', [event]);
  expectIdempotentOnRedelivery(personalReads, history);
  expect([...projectRows(personalReads, history).values()]).toMatchObject([
    { part: 'account', person: 'a1', userId: 'u-1', consignmentId: '' },
  ]);
});

it('the log of readings has a row for each person, also after a redelivery of events', () => {
  const history = toRecordedEvents('personalRead-c-1', [
    { type: 'PersonalDataRead', data: read },
    { type: 'PersonalDataRead', data: { ...read, revision: 4 } },
  ]);
  expectIdempotentOnRedelivery(personalReads, history);
  expect(
    [...projectRows(personalReads, history).values()].map(({ revision, part, person, userId, reason }) => [
      revision,
      part,
      person,
      userId,
      reason,
    ]),
  ).toEqual([
    [3, 'contact', 'a1', 'u-1', '举报核查'],
    [3, 'ownerWitness', 'b2', 'u-1', '举报核查'],
    [4, 'contact', 'a1', 'u-1', '举报核查'],
    [4, 'ownerWitness', 'b2', 'u-1', '举报核查'],
  ]);
});

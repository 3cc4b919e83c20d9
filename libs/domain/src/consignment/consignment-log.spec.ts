import { expect, it } from '@jest/globals';
import type { ConsignmentEvent, RecordedEvent } from '#events';
import {
  added,
  billed,
  cancelled,
  CODE,
  committed,
  confirmed,
  created,
  header,
  laterStage,
  passed,
  people,
  rejected,
  saved,
  signatures,
} from '#harness/domain/consignment-story';
import { toRecordedEvents } from '#harness/domain/recorded';
import { consignmentChanges, consignmentLog } from './consignment-log.js';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString();
const labEventTypes = new Set(['AuditPassed', 'AuditRejected', 'SampleConfirmed']);
const history = (...events: ConsignmentEvent[]): RecordedEvent[] =>
  toRecordedEvents('consignment-1', events, people.client).map((event) =>
    labEventTypes.has(event.type) ? { ...event, metadata: { ...event.metadata, by: people.lab } } : event,
  );
const steps = (...events: ConsignmentEvent[]) =>
  consignmentLog(history(...events)).map(({ curStep, nextStep, exeType }) => `${curStep} ${exeType} ${nextStep}`);

it('CL-037 logs each step of 10→20→40→20→30→60 with its author, time and comment', () => {
  const withComment: ConsignmentEvent = {
    type: 'ConsignmentCommitted',
    data: { toStatus: 20, description: '请尽快', consignCode: CODE },
  };
  const savedAgain: ConsignmentEvent = { type: 'ConsignmentSaved', data: { toStatus: 40, header: header() } };
  const rows = consignmentLog(
    history(created(), added(), saved(), withComment, signatures, rejected, savedAgain, committed, passed, confirmed),
  );
  expect(rows).toEqual([
    { curStep: 10, nextStep: 20, exeType: 'submit', by: people.client, at: at(3), description: '请尽快' },
    { curStep: 20, nextStep: 40, exeType: 'reject', by: people.lab, at: at(5), description: '缺资料' },
    { curStep: 40, nextStep: 20, exeType: 'submit', by: people.client, at: at(7), description: '' },
    { curStep: 20, nextStep: 30, exeType: 'pass', by: people.lab, at: at(8), description: '' },
    { curStep: 30, nextStep: 60, exeType: 'confirm', by: people.lab, at: at(9), description: '' },
  ]);
});

it('the consignment log contains withdrawing, reopening by re-edit or by saving, and deletion', () => {
  expect(
    steps(
      created(),
      cancelled,
      { type: 'ConsignmentReopened', data: { toStatus: 10 } },
      cancelled,
      saved(),
      cancelled,
      { type: 'ConsignmentDeleted', data: { description: '重复' } },
    ),
  ).toEqual(['10 cancel 50', '50 reedit 10', '10 cancel 50', '50 save 10', '10 cancel 50', '50 delete null']);
});

it('the consignment log contains notifications, signatures, the fee and the bill, but no edits of a draft', () => {
  const notified: ConsignmentEvent = { type: 'WitnessNotified', data: { signatureIds: ['s-2'], notifiedAt: at(1) } };
  const signed: ConsignmentEvent = {
    type: 'ConsignmentSigned',
    data: { toStatus: 60, signatureId: 's-1', signType: 1, signedAt: at(2), imageHash: null },
  };
  expect(
    steps(
      created(),
      added(),
      saved(),
      committed,
      passed,
      confirmed,
      billed,
      { type: 'ActualFeeSet', data: { actFee: '1' } },
      laterStage(80),
      signed,
      notified,
    ).slice(3),
  ).toEqual(['60 setBill 60', '60 setActualFee 60', '60 enterLaterStage 80', '80 sign 60', '60 notifyWitness 60']);
  expect(
    consignmentLog(history(created(), billed, { type: 'ActualFeeSet', data: { actFee: '88.50' } })).map(
      ({ description }) => description,
    ),
  ).toEqual(['/bill.pdf', '88.50']);
});

const changesAfter = (after: number, ...events: ConsignmentEvent[]) =>
  consignmentChanges(toRecordedEvents('consignment-1', events, people.client), after).map(
    ({ revision, changed, toStatus }) => [revision, changed, toStatus],
  );

it('the changes after a revision are listed, including edits of a draft', () => {
  const unit: ConsignmentEvent = { type: 'TestingUnitChanged', data: { header: header() } };
  expect(changesAfter(1, created(), saved(), added(), unit, saved())).toEqual([
    [2, 'samples', null],
    [3, 'testingUnit', null],
    [4, 'form', null],
  ]);
  expect(changesAfter(4, created(), saved(), added(), unit, saved())).toEqual([]);
});

it('a change names the status that it leads to, and none if the status stays', () => {
  const reopened: ConsignmentEvent = { type: 'ConsignmentReopened', data: { toStatus: 10 } };
  expect(changesAfter(0, created(), saved(), committed, signatures, rejected)).toEqual([
    [1, 'form', null],
    [2, 'other', 20],
    [3, 'other', null],
    [4, 'other', 40],
  ]);
  expect(changesAfter(2, created(), saved(), cancelled, reopened, cancelled, saved())).toEqual([
    [3, 'other', 10],
    [4, 'other', 50],
    [5, 'form', 10],
  ]);
});

import { expect, it } from '@jest/globals';
import type { ConsignmentEvent } from '#events';
import {
  added,
  cancelled,
  committed,
  created,
  header,
  people,
  rejected,
  saved,
  signatures,
} from '../testing/consignment-story.js';
import { recorded } from '../testing/recorded.js';
import { consignmentChanges } from './consignment-changes.js';

const changesAfter = (after: number, ...events: ConsignmentEvent[]) =>
  consignmentChanges(recorded('consignment-1', events, people.client), after).map(({ revision, changed, toStatus }) => [
    revision,
    changed,
    toStatus,
  ]);

it('says what happened after a revision, drafting included', () => {
  const unit: ConsignmentEvent = { type: 'TestingUnitChanged', data: { header: header() } };
  expect(changesAfter(1, created(), saved(), added(), unit, saved())).toEqual([
    [2, 'samples', null],
    [3, 'testingUnit', null],
    [4, 'form', null],
  ]);
  expect(changesAfter(4, created(), saved(), added(), unit, saved())).toEqual([]);
});

it('names the status a change moved to, and none when it stayed', () => {
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

import { describe, expect, it } from '@jest/globals';
import type { ConsignmentEvent } from '#events';
import { specificationOf } from '../testing/specification.js';
import {
  added,
  AT,
  CLIENT_UNIT,
  created,
  header,
  historyTo,
  openState,
  people,
  sample,
} from '../testing/consignment-story.js';
import { consignment } from './consignment.js';
import { newHeader } from './header.js';

const given = specificationOf(consignment.decider);
const create = {
  type: 'CreateConsignment',
  by: people.client,
  at: AT,
  consignType: 1,
  consignUnitName: '宁波路桥',
  defaults: {},
} as const;

describe('A new consignment', () => {
  it('CL-005 starts at 10, belongs to its author’s unit and is not saved yet', () =>
    given().when(create).thenState({
      phase: 'open',
      consignStatus: 10,
      consignUnitId: CLIENT_UNIT,
      createdBy: 'u-client',
      createdAt: AT,
      isSaved: false,
      consignCode: '',
    }));

  it.each([1, 2, 3] as const)('keeps its kind %i', (consignType) => {
    given()
      .when({ ...create, consignType })
      .thenState({ consignType });
  });

  it('K-001 has the constants where the unit has no defaults', () => {
    expect(newHeader()).toMatchObject({
      sendSampleType: 1,
      mailPayType: 1,
      getReportType: '1',
      reportCount: 3,
      testUnitId: null,
    });
    expect(newHeader({ reportCount: 5, testUnitName: '甲' })).toMatchObject({ reportCount: 5, testUnitName: '甲' });
  });

  it('K-009 takes the default qualification in its dashed form', () => {
    const { tuqualificationId } = newHeader({ tuqualificationId: '0123456789ABCDEF0123456789ABCDEF' });
    expect(tuqualificationId).toBe('01234567-89ab-cdef-0123-456789abcdef');
  });

  it('is for clients of a unit only', () => {
    given()
      .when({ ...create, by: people.lab })
      .thenRefused('ROLE_NOT_ALLOWED');
    given()
      .when({ ...create, by: { ...people.client, unitId: null } })
      .thenSays('未关联单位');
    given(created()).when(create).thenRefused('ALREADY_EXISTS');
  });

  it('does not exist before, and not after it was deleted', () => {
    given().when({ type: 'Cancel', by: people.client, description: '' }).thenRefused('NO_SUCH_CONSIGNMENT');
    given(...historyTo[50], { type: 'ConsignmentDeleted', data: { description: '' } })
      .when({ type: 'Reopen', by: people.client })
      .thenRefused('NO_SUCH_CONSIGNMENT');
  });
});

describe('A draft that nobody edits', () => {
  const drop = (createdBefore: string) =>
    ({ type: 'DropUntouchedDraft', by: people.lab, createdAt: AT, createdBefore }) as const;
  const dayAfter = '2026-03-03T00:00:00.000Z';
  const dropped = { type: 'UntouchedDraftDropped', data: { reason: '新建后24小时内未编辑，自动清除' } } as const;

  it('is dropped with a reason once it is old enough, also one whose event says no time', () => {
    given(created()).when(drop(dayAfter)).then(dropped);
    const { createdAt: _, ...older } = created().data as Extract<
      ConsignmentEvent,
      { type: 'ConsignmentCreated' }
    >['data'];
    given({ type: 'ConsignmentCreated', data: older }).when(drop(dayAfter)).then(dropped);
  });

  it('stays while it is young, after any edit, as a copy, and when it is gone already', () => {
    given(created()).when(drop(AT)).thenNothing();
    given(created(), added()).when(drop(dayAfter)).thenNothing();
    given(...historyTo[20])
      .when(drop(dayAfter))
      .thenNothing();
    given(created(), { type: 'UntouchedDraftDropped', data: { reason: '' } })
      .when(drop(dayAfter))
      .thenNothing();
    given().when(drop(dayAfter)).thenNothing();
  });
});

describe('A copy', () => {
  const source = openState(...historyTo[60], added(sample({ id: 'a-2' })));
  const copy = {
    type: 'CopyConsignment',
    by: people.client,
    at: AT,
    sourceId: 'source',
    source,
    sampleIds: ['n-1', 'n-2'],
  } as const;

  it('is a draft with the same data and new sample ids, and nothing of the source’s further life', () =>
    given()
      .when(copy)
      .thenState({
        consignStatus: 10,
        copiedFrom: 'source',
        header: header(),
        consignCode: '',
        committedAt: null,
        signatures: [],
        actFee: null,
        billFile: '',
        limsConsignId: '',
        samples: [{ id: 'n-1' }, { id: 'n-2' }],
      }));

  it('is for the owner only', () => {
    given()
      .when({ ...copy, by: people.otherClient })
      .thenRefused('NOT_YOURS');
    given()
      .when({ ...copy, by: people.lab })
      .thenRefused('ROLE_NOT_ALLOWED');
  });
});

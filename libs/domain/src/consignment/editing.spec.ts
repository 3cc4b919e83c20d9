import { describe, expect, it } from '@jest/globals';
import type { ConsignmentEvent, ConsignmentHeader, ConsignStatus } from '#events';
import {
  added,
  AT,
  CLIENT_UNIT,
  created,
  header,
  historyTo,
  openState,
  OTHER_LAB,
  people,
  sample,
  saved,
  settings,
} from '#harness/domain/consignment-story';
import { specificationOf } from '#harness/domain/specification';
import { consignment } from './consignment.js';
import { newHeader } from './editing.js';
import { type UnitSettings, unitSettingsOf } from './state.js';

const given = specificationOf(consignment.decider);
const save = (changes: Partial<ConsignmentHeader> = {}, unit: UnitSettings = settings) =>
  ({ type: 'SaveHeader', by: people.client, header: header(changes), settings: unit }) as const;
const noSigning = { ...settings, IsEnableConsignSign: false };
const newUnit = {
  testUnitId: OTHER_LAB,
  testUnitName: '第二检测中心',
  testUnitAddressId: 'addr-2',
  testUnitAddressDetail: '学士路',
  projectId: null,
  projectName: '',
  tuqualificationId: '0123456789abcdef0123456789abcdef',
  tuqualificationName: '综合乙级',
  consginTestType: '委托检测',
};

describe('Saving', () => {
  it.each<[ConsignStatus, ConsignStatus]>([
    [10, 10],
    [40, 40],
    [50, 10],
    [70, 70],
    [90, 90],
  ])('CL-024 at %i leaves the consignment at %i, saved', (from, to) => {
    given(...historyTo[from])
      .when(save({ memo: 'new' }))
      .thenState({ consignStatus: to, isSaved: true, header: { memo: 'new' } });
  });

  it('says nothing when nothing changed, except the first time and at 50', () => {
    given(created(), saved()).when(save()).thenNothing();
    given(created()).when(save()).then(saved());
    given(...historyTo[50])
      .when(save())
      .then(saved());
  });

  it('tells everything that is wrong, in the order of the specification', () =>
    given(created({ consignType: 2, header: newHeader() }))
      .when({ ...save(), header: newHeader({ reportCount: 0 }) })
      .thenRefused(
        'TESTING_UNIT_REQUIRED',
        'PROJECT_REQUIRED',
        'TEST_TIME_REQUIRED',
        'CONTACT_REQUIRED',
        'CONTACT_PHONE_REQUIRED',
        'QUALIFICATION_REQUIRED',
        'REPORT_COUNT_MIN',
      ));

  it('CL-032 without a witness unit clears both sides and their signature needs', () =>
    given(created(), saved())
      .when(save({ needWitnessUnit: false, constructionJzunit: '业主', jzunit: '监理' }))
      .thenState({
        header: {
          constructionJzunit: '',
          jzunit: '',
          ownerWitnesses: [],
          supervisionWitnesses: [],
          needConstructionWitnessPersonSign: false,
          needWitnessPersonSign: false,
        },
      }));

  it('CL-033 leaving the mail clears its number and payer', () =>
    given(created(), saved())
      .when(save({ sendSampleType: 1 }))
      .thenState({ header: { mailOrderNumber: '', mailPayType: 1 } }));

  it('CL-034 signature needs change only where the unit signs', () => {
    const off = { needConstructionWitnessPersonSign: false, needWitnessPersonSign: false };
    given(created(), saved())
      .when(save({ ...off, memo: 'x' }, noSigning))
      .thenState({ header: { memo: 'x', needConstructionWitnessPersonSign: true, needWitnessPersonSign: true } });
    given(created(), saved()).when(save(off)).thenState({ header: off });
  });

  it('stores the section name only where the unit has it switched on', () => {
    given(created())
      .when(save({ contractSectName: 'A1' }))
      .thenState({ header: { contractSectName: '' } });
    given(created())
      .when(save({ contractSectName: 'A1' }, { ...settings, IsEnableProjectContractSectName: true }))
      .thenState({ header: { contractSectName: 'A1' } });
  });

  it('keeps an expected time on appointments only', () => {
    given(created())
      .when(save({ expectTestTime: '2026-03-02T09:00' }))
      .thenState({ header: { expectTestTime: null } });
    given(created({ consignType: 3 }))
      .when(save({ expectTestTime: '2026-03-02T09:00' }))
      .thenState({ header: { expectTestTime: '2026-03-02T09:00:00+08:00' } });
  });

  it('drops witness rows in which nothing was typed', () =>
    given(created())
      .when(
        save({
          ownerWitnesses: [
            { name: ' ', cardNo: '', phone: '' },
            { name: ' 王五 ', cardNo: '', phone: '13800000009' },
          ],
        }),
      )
      .thenState({ header: { ownerWitnesses: [{ name: '王五', cardNo: '', phone: '13800000009' }] } }));
});

describe('Changing the testing organisation', () => {
  const change = { type: 'ChangeTestingUnit', by: people.client, unit: newUnit, settings } as const;

  it('CL-030 removes the samples, sets the number of reports to 0 and takes the new unit’s defaults', () =>
    given(created(), added(), added(sample({ id: 'a-2' })), saved())
      .when(change)
      .thenState({
        samples: [],
        header: {
          testUnitId: OTHER_LAB,
          reportCount: 0,
          projectName: '沿海高速公路',
          tuqualificationId: '01234567-89ab-cdef-0123-456789abcdef',
          tuqualificationName: '综合乙级',
        },
      }));

  it('with a save does the same before it saves', () => {
    const typed = { testUnitId: OTHER_LAB, testUnitName: '第二检测中心', reportCount: 2 };
    given(created(), added(), saved())
      .when(save(typed))
      .then(
        { type: 'TestingUnitChanged', data: { header: header({ ...typed, reportCount: 0 }) } },
        { type: 'ConsignmentSaved', data: { toStatus: 10, header: header(typed) } },
      );
  });

  it('with a save that brings the number of reports of the unit before resets it, in a form that was begun', () => {
    const other = { testUnitId: OTHER_LAB, testUnitName: '第二检测中心' };
    given(created(), saved())
      .when(save(other))
      .thenState({ header: { ...other, reportCount: 0 } });
    given(created(), added())
      .when(save(other))
      .thenState({ header: { ...other, reportCount: 0 }, samples: [] });
    given(created())
      .when(save(other))
      .thenState({ header: { ...other, reportCount: 3 } });
  });

  it('does nothing for the same unit, written with dashes or without', () =>
    given(created(), saved())
      .when({ ...change, unit: { ...newUnit, testUnitId: '1AB00000000040008000000000000001' } })
      .thenNothing());

  it('keeps the number of reports when it is the first choice', () =>
    given(created({ header: newHeader() }))
      .when(change)
      .thenState({ header: { reportCount: 3, testUnitId: OTHER_LAB } }));

  it('drops the signature needs a unit cannot serve', () =>
    given(created(), saved())
      .when({ ...change, settings: noSigning })
      .thenState({ header: { needConstructionWitnessPersonSign: false, needWitnessPersonSign: false } }));

  it('CL-030 is locked once there is a number', () => {
    given(...historyTo[40])
      .when(change)
      .thenRefused('TESTING_UNIT_LOCKED');
    given(...historyTo[40])
      .when(save({ testUnitId: OTHER_LAB }))
      .thenRefused('TESTING_UNIT_LOCKED');
  });
});

describe('The mail number', () => {
  const set = (mailOrderNumber: string) => ({ type: 'SetMailNumber', by: people.client, mailOrderNumber }) as const;

  it('is stored for a mailed consignment, once', () => {
    given(...historyTo[30])
      .when(set(' SF2 '))
      .then({ type: 'MailNumberSet', data: { mailOrderNumber: 'SF2' } });
    given(...historyTo[30])
      .when(set('SF1'))
      .thenNothing();
    given(...historyTo[30], { type: 'MailNumberSet', data: { mailOrderNumber: 'SF2' } })
      .when(set('SF1'))
      .thenState({ header: { mailOrderNumber: 'SF1' } });
  });

  it('is refused when empty, too long or not wanted', () => {
    given(...historyTo[30])
      .when(set(' '))
      .thenSays('请输入邮寄单号');
    given(...historyTo[30])
      .when(set('1'.repeat(51)))
      .thenRefused('TEXT_TOO_LONG');
    given(created(), saved(header({ sendSampleType: 1 })))
      .when(set('SF2'))
      .thenRefused('NOT_SENT_BY_MAIL');
  });
});

it('nothing of a save comes from the state it replaces', () => {
  const events = consignment.decider.decide(
    save({ memo: 'x' }),
    [created(), saved(header({ memo: 'y', jzunit: 'z' }))].reduce(consignment.decider.evolve, { phase: 'absent' }),
  );
  expect(events).toEqual([saved(header({ memo: 'x' }))]);
});

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

const off = {
  isConsignSingleSample: false,
  IsEnableConsignSign: false,
  IsConsignSampleNeedConfirm: true,
  IsEnableProjectContractSectName: false,
  testUnitIsLimsCust: false,
};

it('CP-004 system parameters are booleans, 1 is true and anything else false', () => {
  expect(
    unitSettingsOf({ isConsignSingleSample: '1', IsEnableConsignSign: '0', IsEnableProjectContractSectName: 'x' }),
  ).toEqual({ ...off, isConsignSingleSample: true });
});

it('settings a unit does not have are off, but confirmation of receipt only when it says so', () => {
  expect(unitSettingsOf({})).toEqual(off);
  expect(unitSettingsOf({ IsConsignSampleNeedConfirm: '0', isConsignSingleSample: '1' })).toEqual({
    ...off,
    IsConsignSampleNeedConfirm: false,
    isConsignSingleSample: true,
  });
  expect(
    unitSettingsOf({ IsConsignSampleNeedConfirm: false, IsEnableConsignSign: true, testUnitIsLimsCust: 1 }),
  ).toEqual({ ...off, IsConsignSampleNeedConfirm: false, IsEnableConsignSign: true, testUnitIsLimsCust: true });
});

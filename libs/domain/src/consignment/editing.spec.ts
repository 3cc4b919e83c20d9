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
  ])('CL-024 at status %i stores the form and leads to status %i', (from, to) => {
    given(...historyTo[from])
      .when(save({ memo: 'new' }))
      .thenState({ consignStatus: to, isSaved: true, header: { memo: 'new' } });
  });

  it('causes no event when nothing changed, except the first time and at status 50', () => {
    given(created(), saved()).when(save()).thenNothing();
    given(created()).when(save()).then(saved());
    given(...historyTo[50])
      .when(save())
      .then(saved());
  });

  it('reports all problems in the order of the specification', () =>
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

  it('CL-032 without a witness unit clears the witnesses of both sides and their required signatures', () =>
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

  it('CL-033 clears the mail number and its payer when the samples are no longer sent by mail', () =>
    given(created(), saved())
      .when(save({ sendSampleType: 1 }))
      .thenState({ header: { mailOrderNumber: '', mailPayType: 1 } }));

  it('CL-034 changes the required signatures only if the testing unit uses signatures', () => {
    const off = { needConstructionWitnessPersonSign: false, needWitnessPersonSign: false };
    given(created(), saved())
      .when(save({ ...off, memo: 'x' }, noSigning))
      .thenState({ header: { memo: 'x', needConstructionWitnessPersonSign: true, needWitnessPersonSign: true } });
    given(created(), saved()).when(save(off)).thenState({ header: off });
  });

  it('stores the section name only if the testing unit has it switched on', () => {
    given(created())
      .when(save({ contractSectName: 'A1' }))
      .thenState({ header: { contractSectName: '' } });
    given(created())
      .when(save({ contractSectName: 'A1' }, { ...settings, IsEnableProjectContractSectName: true }))
      .thenState({ header: { contractSectName: 'A1' } });
  });

  it('stores an expected test time only for appointments', () => {
    given(created())
      .when(save({ expectTestTime: '2026-03-02T09:00' }))
      .thenState({ header: { expectTestTime: null } });
    given(created({ consignType: 3 }))
      .when(save({ expectTestTime: '2026-03-02T09:00' }))
      .thenState({ header: { expectTestTime: '2026-03-02T09:00:00+08:00' } });
  });

  it('drops empty witness rows', () =>
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

describe('Changing the testing unit', () => {
  const change = { type: 'ChangeTestingUnit', by: people.client, unit: newUnit, settings } as const;

  it('CL-030 removes the samples, sets the number of reports to 0 and takes the defaults of the new unit', () =>
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

  it('as part of a save has the same effects before the form is saved', () => {
    const changes = { testUnitId: OTHER_LAB, testUnitName: '第二检测中心', reportCount: 2 };
    given(created(), added(), saved())
      .when(save(changes))
      .then(
        { type: 'TestingUnitChanged', data: { header: header({ ...changes, reportCount: 0 }) } },
        { type: 'ConsignmentSaved', data: { toStatus: 10, header: header(changes) } },
      );
  });

  it('as part of a save with the previous number of reports resets that number, unless the form is new', () => {
    const otherUnit = { testUnitId: OTHER_LAB, testUnitName: '第二检测中心' };
    given(created(), saved())
      .when(save(otherUnit))
      .thenState({ header: { ...otherUnit, reportCount: 0 } });
    given(created(), added())
      .when(save(otherUnit))
      .thenState({ header: { ...otherUnit, reportCount: 0 }, samples: [] });
    given(created())
      .when(save(otherUnit))
      .thenState({ header: { ...otherUnit, reportCount: 3 } });
  });

  it('has no effect for the same unit, written with or without dashes', () =>
    given(created(), saved())
      .when({ ...change, unit: { ...newUnit, testUnitId: '1AB00000000040008000000000000001' } })
      .thenNothing());

  it('leaves the number of reports unchanged at the first choice of a unit', () =>
    given(created({ header: newHeader() }))
      .when(change)
      .thenState({ header: { reportCount: 3, testUnitId: OTHER_LAB } }));

  it('drops required signatures that the new unit does not support', () =>
    given(created(), saved())
      .when({ ...change, settings: noSigning })
      .thenState({ header: { needConstructionWitnessPersonSign: false, needWitnessPersonSign: false } }));

  it('CL-030 is refused once the consignment has a number', () => {
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

  it('is stored for a mailed consignment, and setting the same one again causes no event', () => {
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

  it('is refused if it is empty, too long or the samples are not sent by mail', () => {
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

it('a save replaces the whole form by the submitted one', () => {
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
  it('CL-005 starts at status 10, belongs to the unit of its author and is not saved yet', () =>
    given().when(create).thenState({
      phase: 'open',
      consignStatus: 10,
      consignUnitId: CLIENT_UNIT,
      createdBy: 'u-client',
      createdAt: AT,
      isSaved: false,
      consignCode: '',
    }));

  it.each([1, 2, 3] as const)('is created with the consignment type %i', (consignType) => {
    given()
      .when({ ...create, consignType })
      .thenState({ consignType });
  });

  it('K-001 has constant defaults where the unit sets none', () => {
    expect(newHeader()).toMatchObject({
      sendSampleType: 1,
      mailPayType: 1,
      getReportType: '1',
      reportCount: 3,
      testUnitId: null,
    });
    expect(newHeader({ reportCount: 5, testUnitName: '甲' })).toMatchObject({ reportCount: 5, testUnitName: '甲' });
  });

  it('K-009 stores the id of the default qualification with dashes', () => {
    const { tuqualificationId } = newHeader({ tuqualificationId: '0123456789ABCDEF0123456789ABCDEF' });
    expect(tuqualificationId).toBe('01234567-89ab-cdef-0123-456789abcdef');
  });

  it('can be created only by a client with a unit', () => {
    given()
      .when({ ...create, by: people.lab })
      .thenRefused('ROLE_NOT_ALLOWED');
    given()
      .when({ ...create, by: { ...people.client, unitId: null } })
      .thenSays('未关联单位');
    given(created()).when(create).thenRefused('ALREADY_EXISTS');
  });

  it('accepts no command before its creation and after its deletion', () => {
    given().when({ type: 'Cancel', by: people.client, description: '' }).thenRefused('NO_SUCH_CONSIGNMENT');
    given(...historyTo[50], { type: 'ConsignmentDeleted', data: { description: '' } })
      .when({ type: 'Reopen', by: people.client })
      .thenRefused('NO_SUCH_CONSIGNMENT');
  });
});

describe('An unedited draft', () => {
  const drop = (createdBefore: string) =>
    ({ type: 'DropUntouchedDraft', by: people.lab, createdAt: AT, createdBefore }) as const;
  const dayAfter = '2026-03-03T00:00:00.000Z';
  const dropped = { type: 'UntouchedDraftDropped', data: { reason: '新建后24小时内未编辑，自动清除' } } as const;

  it('is deleted with a reason once it is old enough, also if its event has no time', () => {
    given(created()).when(drop(dayAfter)).then(dropped);
    const { createdAt: _, ...older } = created().data as Extract<
      ConsignmentEvent,
      { type: 'ConsignmentCreated' }
    >['data'];
    given({ type: 'ConsignmentCreated', data: older }).when(drop(dayAfter)).then(dropped);
  });

  it('is not deleted while it is new or after any edit, and not a second time', () => {
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

  it('is a draft with the same form and new sample ids, without the number, signatures, fee and bill of the source', () =>
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

  it('can be made only by the owning client', () => {
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

it('CP-004 system parameters are booleans: 1 is true and anything else is false', () => {
  expect(
    unitSettingsOf({ isConsignSingleSample: '1', IsEnableConsignSign: '0', IsEnableProjectContractSectName: 'x' }),
  ).toEqual({ ...off, isConsignSingleSample: true });
});

it('settings that a unit lacks are off, except confirmation of receipt, which is on unless it is switched off', () => {
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

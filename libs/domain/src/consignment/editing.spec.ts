import { describe, expect, it } from '@jest/globals';
import type { ConsignmentHeader, ConsignStatus } from '#events';
import { specificationOf } from '../testing/specification.js';
import {
  added,
  created,
  header,
  historyTo,
  OTHER_LAB,
  people,
  saved,
  sample,
  settings,
} from '../testing/consignment-story.js';
import { consignment } from './consignment.js';
import { newHeader } from './header.js';
import type { UnitSettings } from './unit-settings.js';

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

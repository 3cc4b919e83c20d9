import { describe, expect, it } from '@jest/globals';
import { consignmentWith, UNIT_ID } from '../../../testing/consignment.js';
import { type FormValues, NO_WITNESS, toFormValues } from '../form-values.js';
import {
  changedByOthers,
  changedGroups,
  defaultChoices,
  compare,
  groupsOf,
  applyChoices,
  withGroups,
} from './three-way-merge.js';

const field = (value: string) => ({
  id: 'f1',
  consignID: '',
  sourcePropertyId: 's1',
  columnIndex: 1,
  columnName: '*取样地点',
  columnValue: '',
  visible: true,
  columnType: 'text',
  customizeType: 1,
  value,
});
const base = toFormValues(
  consignmentWith({ memo: '原来', sendSampleType: 2, mailOrderNumber: 'SF1', consignInfoProperties: [field('甲')] }),
);
const rowsOf = (mine: Partial<FormValues>, theirs: Partial<FormValues>) =>
  compare(groupsOf(base), groupsOf({ ...base, ...mine }), groupsOf({ ...base, ...theirs }));
const chosenSides = (mine: Partial<FormValues>, theirs: Partial<FormValues>) =>
  rowsOf(mine, theirs).map((row) => [row.key, row.defaultSide]);
const witnesses = {
  needWitnessUnit: true,
  constructionJzunit: '指挥部',
  constructionJzperson: '王强|李明',
  constructionJzcardNo: 'A1|A2',
  constructionJzphone: '13800000011|13800000012',
};

describe('the compare view of a consignment', () => {
  it('preselects a change of one side and leaves a field that both sides changed undecided', () => {
    expect(
      Object.fromEntries(chosenSides({ memo: '我', linkPerson: '我' }, { linkPerson: '他', constructionUnit: '他' })),
    ).toEqual({ linkPerson: null, memo: 'mine', constructionUnit: 'theirs' });
  });

  it('groups fields that belong together: mail delivery, the witnesses of a side, an extra field', () => {
    expect(chosenSides({ mailOrderNumber: 'SF2' }, { mailPayType: 2 })).toEqual([['delivery', null]]);
    expect(chosenSides(witnesses, { ...witnesses, constructionJzphone: '13800000011|13800000013' })).toEqual([
      ['ownerWitnesses', null],
    ]);
    expect(chosenSides({ consignInfoProperties: [{ ...field('乙') }] }, {})).toEqual([['extra.s1', 'mine']]);
  });

  it('takes receiving address and qualification from a changed testing unit, even if the user edited them', () => {
    const other = {
      testUnitId: 'bbbbbbbb-0000-4000-8000-000000000002',
      testUnitAddressDetail: '新址',
      tuqualificationId: null,
      consignInfoProperties: [],
    };
    const rows = rowsOf({ testUnitAddressDetail: '我改的地址', memo: '我' }, other);
    expect(rows.filter(({ fixed }) => fixed).map(({ key }) => key)).toEqual([
      'testUnit',
      'receivingAddress',
      'qualification',
    ]);
    const result = applyChoices({ ...base, ...other }, rows, defaultChoices(rows, 'mine'));
    expect([result.testUnitId, result.testUnitAddressDetail, result.memo]).toEqual([other.testUnitId, '新址', '我']);
    expect(base.testUnitId).toBe(UNIT_ID);
  });

  it('results in the user’s form when all of the user’s values are chosen', () => {
    const mine = { ...base, ...witnesses, memo: '我', consignInfoProperties: [{ ...field('乙') }] };
    const theirs = { ...base, memo: '他', linkPerson: '他' };
    const rows = compare(groupsOf(base), groupsOf(mine), groupsOf(theirs));
    expect(groupsOf(applyChoices(theirs, rows, defaultChoices(rows, 'mine')))).toEqual(groupsOf(mine));
  });

  it('sets the need for a witness unit when witnesses are chosen, and removes all witnesses when none is needed', () => {
    const loaded = { ...base, ...witnesses };
    const none = { ...loaded, ...NO_WITNESS };
    const withSecondPhone = { ...loaded, constructionJzphone: '13800000011|13800000013' };
    const rows = compare(groupsOf(loaded), groupsOf(none), groupsOf(withSecondPhone));
    const keepingTheirs = applyChoices(withSecondPhone, rows, { ...defaultChoices(rows), ownerWitnesses: 'theirs' });
    expect([keepingTheirs.needWitnessUnit, keepingTheirs.constructionJzphone]).toEqual([
      true,
      withSecondPhone.constructionJzphone,
    ]);
    expect(groupsOf(applyChoices(withSecondPhone, rows, defaultChoices(rows, 'mine')))).toEqual(groupsOf(none));
  });

  it('detects whether another user changed anything', () => {
    expect(changedByOthers(rowsOf({ memo: '我' }, {}))).toBe(false);
    expect(changedByOthers(rowsOf({ memo: '我' }, { memo: '我' }))).toBe(false);
    expect(changedByOthers(rowsOf({}, { memo: '他' }))).toBe(true);
  });

  it('treats null and an empty text as equal', () => {
    expect(
      changedGroups(groupsOf({ ...base, expectTestTime: null }), groupsOf({ ...base, expectTestTime: '' })),
    ).toEqual({});
    expect(withGroups(base, { memo: { memo: '新' } })).toEqual({ ...base, memo: '新' });
  });
});

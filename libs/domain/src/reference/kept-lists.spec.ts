import { describe, expect, it } from '@jest/globals';
import type { ReferenceEvent } from '#events';
import { type ListEntry, entriesOf, listChanges, listedAs, listProblems, withCode } from './kept-lists.js';
import { LIST_NAMES, listNamed, QUALIFICATIONS } from './list-names.js';

const entry = (id: string, name: string, more: Partial<ListEntry> = {}): ListEntry => ({
  id,
  code: name,
  name,
  memo: '',
  isOff: false,
  bigCategoryIds: [],
  ...more,
});
const list = (name: string) => {
  const found = listNamed(name);
  if (!found) throw new Error(name);
  return found;
};
const units = list('sampleAmountUnit');
const before = [entry('1', '个'), entry('2', 'kg')];
const found = (after: ListEntry[], of = units, was = before) =>
  listProblems(of, was, after, ['c-1']).map(({ code, path }) => `${path} ${code}`);

describe('a list of the platform', () => {
  it('CAT-007 holds entries in their order, by name and memo, and says which are switched off', () => {
    const after = [entry('2', 'kg'), entry('1', '个', { memo: ' 计件 ', isOff: true })];
    const listed = listedAs('sampleAmountUnit', after);
    expect(listed).toEqual({
      type: 'DictionaryListed',
      data: {
        name: 'sampleAmountUnit',
        rows: [
          { id: '2', typecode: 'kg', typename: 'kg', orderNum: 1 },
          { id: '1', typecode: '个', typename: '个', orderNum: 2, memo: '计件', isDeleted: true },
        ],
      },
    });
    expect(entriesOf(listed)).toEqual([after[0], { ...after[1], memo: '计件' }]);
    const held = { id: 'q', code: '', name: '综合甲级', memo: '', isOff: false, bigCategoryIds: ['c-1'] };
    expect(entriesOf(listedAs(QUALIFICATIONS, [held]))).toEqual([held]);
    expect(entriesOf(null)).toEqual([]);
  });

  it('never loses an entry nor its code, and keeps one to choose', () => {
    expect(found(before)).toEqual([]);
    expect(found([entry('2', 'kg', { name: '千克' }), entry('1', '个'), entry('3', '车')])).toEqual([]);
    expect(found([entry('1', '个')])).toEqual(['entries LIST_ENTRY_MISSING']);
    expect(found([entry('1', '个', { code: '只' }), entry('2', 'kg')])).toEqual(['entries.0.code LIST_CODE_FIXED']);
    expect(found(before.map((each) => ({ ...each, isOff: true })))).toEqual(['entries LIST_ALL_OFF']);
  });

  it('tells what is wrong with an entry where it stands', () => {
    expect(found([...before, entry('3', ' ', { code: 'kg' })])).toEqual([
      'entries.2.code LIST_ENTRY_TAKEN',
      'entries.2.name CATALOGUE_TEXT_REQUIRED',
    ]);
    expect(found([...before, entry('3', 'kg', { code: 'x' })])).toEqual(['entries.2.name LIST_ENTRY_TAKEN']);
    expect(found([...before, entry('3', 'kg', { code: 'x', isOff: true })])).toEqual([]);
    expect(found([...before, entry('3', '长'.repeat(51), { code: 'x', memo: '长'.repeat(201) })])).toEqual([
      'entries.2.name TEXT_TOO_LONG',
      'entries.2.memo TEXT_TOO_LONG',
    ]);
    expect(found([entry('1', '委托检测', { code: '一' })], list('detectionTypes'), [])).toEqual([
      'entries.0.code LIST_CODE_NO_NUMBER',
    ]);
    expect(found([entry('1', '综合甲级', { code: '' })], list(QUALIFICATIONS), [])).toEqual([
      'entries.0.bigCategoryIds QUALIFICATION_WITHOUT_CATEGORIES',
    ]);
    const qualified = (ids: string[]) => entry('q', '甲级', { code: '', bigCategoryIds: ids });
    expect(found([qualified(['c-1', 'c-9'])], list(QUALIFICATIONS), [])).toEqual([
      'entries.0.bigCategoryIds BIG_CATEGORY_UNKNOWN',
    ]);
    expect(found([qualified(['c-1', 'c-9'])], list(QUALIFICATIONS), [qualified(['c-9'])])).toEqual([]);
  });

  it('gives a new entry the code that was not typed', () => {
    expect(withCode(units, before, entry('', '袋', { code: '' })).code).toBe('袋');
    expect(
      withCode(
        list('detectionTypes'),
        [entry('1', '委托检测', { code: '1' }), entry('2', '抽样检测', { code: '7' })],
        entry('', '仲裁检测', { code: '' }),
      ).code,
    ).toBe('8');
    expect(withCode(list(QUALIFICATIONS), [], entry('', '甲级', { code: '' })).code).toBe('');
  });

  it('tells old and new values, what was added, and another order', () => {
    const told = (after: ListEntry[]) =>
      listChanges(listedAs('sampleAmountUnit', before), listedAs('sampleAmountUnit', after), (id) => id);
    expect(told([entry('1', '个', { isOff: true }), entry('2', 'kg', { name: '千克' })])).toEqual([
      { field: 'entries', about: '个', member: 'isOff', old: 'false', new: 'true' },
      { field: 'entries', about: '千克', member: 'name', old: 'kg', new: '千克' },
    ]);
    expect(told([entry('2', 'kg'), entry('1', '个')])).toEqual([
      { field: 'order', about: '', member: '', old: '个、kg', new: 'kg、个' },
    ]);
    expect(told([entry('3', '袋'), ...before]).map(({ about, old }) => [about, old])).toEqual([['袋', '']]);
    const qualified = (ids: string[]): ReferenceEvent =>
      listedAs(QUALIFICATIONS, [entry('q', '甲级', { bigCategoryIds: ids })]);
    expect(
      listChanges(qualified(['c-1']), qualified(['c-1', 'c-2']), (id) => ({ 'c-1': '水泥', 'c-2': '集料' })[id] ?? id),
    ).toEqual([{ field: 'entries', about: '甲级', member: 'bigCategories', old: '水泥', new: '水泥、集料' }]);
  });

  it('has a name of its own', () =>
    expect(new Set(LIST_NAMES.map(({ title }) => title.zh)).size).toBe(LIST_NAMES.length));
});

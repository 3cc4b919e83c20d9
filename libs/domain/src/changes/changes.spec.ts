import { describe, expect, it } from '@jest/globals';
import { factChanges } from './changes.js';

const change = (field: string, oldValue: string, newValue: string) => ({
  field,
  about: '',
  member: '',
  old: oldValue,
  new: newValue,
});

describe('the changes between two states of a record', () => {
  it('are listed by member, only where values differ', () => {
    expect(factChanges({ a: 'x', b: 1, c: ['1', '2'], d: null }, { a: 'y', b: 1, c: ['1', '3'], d: 'z' })).toEqual([
      change('a', 'x', 'y'),
      change('c', '1、2', '1、3'),
      change('d', '', 'z'),
    ]);
    expect(factChanges({ a: '' }, { a: '', b: '' })).toEqual([]);
  });

  it('contain every member for a new record', () =>
    expect(factChanges(null, { a: 'x', b: true })).toEqual([change('a', '', 'x'), change('b', '', 'true')]));

  it('are listed by entry of a list, matched by id whatever the order', () => {
    const [head, site] = [
      { id: '1', tagTitle: '总部', person: '张三' },
      { id: '2', tagTitle: '工地', person: '李四' },
    ];
    expect(factChanges({ list: [head, site] }, { list: [{ ...site, person: '王五' }, head] })).toEqual([
      { field: 'list', about: '工地', member: 'person', old: '李四', new: '王五' },
    ]);
    expect(factChanges({ list: [head] }, { list: [site] })).toEqual([
      { field: 'list', about: '总部', member: '', old: '总部 张三', new: '' },
      { field: 'list', about: '工地', member: '', old: '', new: '工地 李四' },
    ]);
  });

  it('name the members of a nested record', () =>
    expect(factChanges({ params: { A: '1' } }, { params: { A: '0', B: '1' } })).toEqual([
      { field: 'params', about: '', member: 'A', old: '1', new: '0' },
      { field: 'params', about: '', member: 'B', old: '', new: '1' },
    ]));
});

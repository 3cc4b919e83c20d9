import { describe, expect, it } from '@jest/globals';
import { category, leaf } from '#harness/domain/catalogue-story';
import { childrenOf, expandedAtSample, treeWithExpanded, sampleTreeOf, type SampleTreeNode } from './sample-tree.js';

const categories = [
  category('binder', '沥青', null, { orderNum: 2 }),
  category('cement', '水泥', null),
  category('common', '通用硅酸盐水泥', 'cement', { orderNum: 2 }),
  category('special', '特种水泥', 'cement', { orderNum: 1 }),
  category('empty', '空分类', null, { orderNum: 3 }),
  category('bridge', '桥梁', null, { isLocaleItem: 1 }),
];
const leaves = [
  leaf('s-2', '复合硅酸盐水泥', 'common', 'cement', { orderNum: 2 }),
  leaf('s-1', '普通硅酸盐水泥', 'common', 'cement', {
    parameters: [{ id: 'p-1', code: 'P1', name: 'SO3含量', displayName: '三氧化硫', isOffered: true }],
  }),
  leaf('s-3', '白色水泥', 'special', 'cement'),
  leaf('s-4', '道路石油沥青', 'binder', 'binder'),
  leaf('s-5', '桥梁静载试验', 'bridge', 'bridge', { isLocaleItem: 1 }),
];
const outline = (nodes: readonly SampleTreeNode[]): unknown[] =>
  nodes.map(({ name, children }) => (children.length ? [name, outline(children)] : name));
const tree = sampleTreeOf(categories, leaves, { scope: 0 });

describe('sample tree', () => {
  it('nests categories and samples in order, and omits empty categories', () =>
    expect(outline(tree)).toEqual([
      [
        '水泥',
        [
          ['特种水泥', ['白色水泥']],
          ['通用硅酸盐水泥', ['普通硅酸盐水泥', '复合硅酸盐水泥']],
        ],
      ],
      ['沥青', ['道路石油沥青']],
    ]));

  it('separates raw material from on-site items', () =>
    expect(outline(sampleTreeOf(categories, leaves, { scope: 1 }))).toEqual([['桥梁', ['桥梁静载试验']]]));

  it('can be limited to the categories that a testing unit may test', () =>
    expect(outline(sampleTreeOf(categories, leaves, { scope: 0, bigCategoryIds: ['binder'] }))).toEqual([
      ['沥青', ['道路石油沥青']],
    ]));

  it('can be filtered by a part of a sample name', () => {
    expect(outline(sampleTreeOf(categories, leaves, { scope: 0, search: ' 普通 ' }))).toEqual([
      ['水泥', [['通用硅酸盐水泥', ['普通硅酸盐水泥']]]],
    ]);
    expect(sampleTreeOf(categories, leaves, { scope: 0, search: '钢筋' })).toEqual([]);
  });

  it('can be filtered by either name of a parameter, in any case', () => {
    for (const parameter of ['so3', '三氧化硫'])
      expect(outline(sampleTreeOf(categories, leaves, { scope: 0, parameter }))).toEqual([
        ['水泥', [['通用硅酸盐水泥', ['普通硅酸盐水泥']]]],
      ]);
    expect(sampleTreeOf(categories, leaves, { scope: 0, parameter: '密度' })).toEqual([]);
  });

  it('contains all categories at first, and the samples of expanded categories', () => {
    expect(outline(treeWithExpanded(tree, []))).toEqual([['水泥', ['特种水泥', '通用硅酸盐水泥']], '沥青']);
    expect(outline(treeWithExpanded(tree, ['cement', 'special']))).toEqual([
      ['水泥', [['特种水泥', ['白色水泥']], '通用硅酸盐水泥']],
      '沥青',
    ]);
  });

  it('describes each node by its kind, parent and path', () => {
    expect(tree[0]?.children[1]).toMatchObject({
      id: 'common',
      label: '通用硅酸盐水泥',
      category: true,
      isLeaf: false,
      parentId: 'cement',
      bigCategoryId: 'cement',
      sampleNameLink: '水泥 → 通用硅酸盐水泥',
    });
    expect(childrenOf(tree, 'common')).toMatchObject([
      { id: 's-1', category: false, isLeaf: true, parentId: 'common', children: [] },
      { id: 's-2' },
    ]);
    expect(childrenOf(tree, 'nothing')).toEqual([]);
  });

  it('is expanded at a given sample', () => {
    expect(expandedAtSample(tree, 's-2')).toEqual({ expandedKey: ['cement', 'common'], selectedKey: 's-2' });
    expect(expandedAtSample(tree, 'nothing')).toEqual({ expandedKey: [], selectedKey: '' });
  });
});

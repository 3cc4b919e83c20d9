import { describe, expect, it } from '@jest/globals';
import type { CatalogueStandard } from '#events';
import { category, cement, METHOD, standardsById } from '#harness/domain/catalogue-story';
import { specificationOf } from '#harness/domain/specification';
import { requireAccessoryType, type AccessoryType, withAccessoryType } from './accessory-types.js';
import { managedPack, managedStandard, templateSample } from './catalogue-items.js';
import { quoteLinesOf } from './parameters.js';
import { sampleChanges } from './sample-changes.js';
import { sampleLevelsOf } from './sample-levels.js';
import { isSameStandard } from './standards.js';

const { id, ...sample } = cement;
const standard = standardsById.get(METHOD) as CatalogueStandard;

describe('a catalogue item', () => {
  it('is added once, changed only if it differs, and withdrawn with an optional reason', () => {
    const given = specificationOf(templateSample.decider);
    const listed = { type: 'SampleListed' as const, data: { sample } };
    given().when({ type: 'AddItem', item: sample }).then(listed);
    given(listed).when({ type: 'AddItem', item: sample }).thenRefused('RECORD_EXISTS');
    given().when({ type: 'ChangeItem', item: sample }).thenRefused('NO_SUCH_SAMPLE');
    given(listed)
      .when({ type: 'ChangeItem', item: structuredClone(sample) })
      .thenNothing();
    given(listed)
      .when({ type: 'ChangeItem', item: { ...sample, name: '水泥' }, reason: '更正' })
      .then({ type: 'SampleListed', data: { sample: { ...sample, name: '水泥' }, reason: '更正' } });
    given(listed)
      .when({ type: 'WithdrawItem', reason: '' })
      .then({ type: 'SampleWithdrawn', data: { reason: '' } });
    given(listed)
      .when({ type: 'WithdrawItem', reason: '停用' })
      .then({ type: 'SampleWithdrawn', data: { reason: '停用' } });
    given(listed, { type: 'SampleWithdrawn', data: { reason: '停用' } })
      .when({ type: 'ChangeItem', item: sample })
      .thenRefused('NO_SUCH_SAMPLE');
  });

  it('a standard requires a number and a name, and cannot expire before it takes effect', () => {
    const given = specificationOf(managedStandard.decider);
    given()
      .when({ type: 'AddItem', item: { ...standard, publishCode: '', standardName: ' ' } })
      .thenRefused('CATALOGUE_TEXT_REQUIRED', 'CATALOGUE_TEXT_REQUIRED');
    given()
      .when({ type: 'AddItem', item: { ...standard, executeDate: '2024-06-01', expireDate: '2024-05-31' } })
      .thenRefused('EXPIRES_BEFORE_IT_HOLDS');
    given()
      .when({ type: 'AddItem', item: { ...standard, expireDate: '31.5.2024' } })
      .thenRefused('DAY_INVALID');
    expect(isSameStandard(standard, { publishCode: 'jtg  3420-2020', standardName: standard.standardName })).toBe(true);
    expect(isSameStandard(standard, { ...standard, standardName: '别的' })).toBe(false);
  });

  it('a pack requires a name and parameters, and contains each parameter only once', () => {
    const given = specificationOf(managedPack.decider);
    const entry = { param: { id: 'p', name: '密度' }, standards: [], basis: [] };
    const pack = {
      name: '常规',
      sampleId: id,
      categoryId: '',
      bigCategoryId: '',
      exposed: true,
      orderNum: 1,
      entries: [entry],
    };
    given().when({ type: 'AddItem', item: pack }).then({ type: 'PackListed', data: { pack } });
    given()
      .when({ type: 'AddItem', item: { ...pack, name: '', entries: [] } })
      .thenRefused('CATALOGUE_TEXT_REQUIRED', 'PACK_EMPTY');
    given()
      .when({ type: 'AddItem', item: { ...pack, entries: [entry, entry] } })
      .thenRefused('PACK_HOLDS_ONE_TWICE');
    given({ type: 'PackListed', data: { pack } })
      .when({ type: 'ChangeItem', item: { ...pack, name: '快检' }, reason: '更名' })
      .then({ type: 'PackListed', data: { pack: { ...pack, name: '快检' }, reason: '更名' } });
    given({ type: 'PackListed', data: { pack } })
      .when({ type: 'WithdrawItem', reason: '不用' })
      .then({ type: 'PackWithdrawn', data: { reason: '不用' } });
  });
});

describe('output formats of the catalogue', () => {
  it('CAT-006 levels have six keys besides parent and position, in the order of the tree, with codes that sort the same way', () => {
    const levels = sampleLevelsOf([
      category('b', '沥青', null, { orderNum: 2 }),
      category('a', '水泥', null),
      category('a2', '特种水泥', 'a', { orderNum: 2, bigCategoryId: 'a' }),
      category('a1', '通用水泥', 'a', { bigCategoryId: 'a' }),
    ]);
    expect(levels).toEqual([
      {
        sampleLevelId: 'a',
        name: '水泥',
        levelCode: '01',
        displayName: '水泥',
        isdeleted: false,
        sysTestItemId: 'a',
        parentId: null,
        orderNum: 1,
      },
      {
        sampleLevelId: 'a1',
        name: '通用水泥',
        levelCode: '0101',
        displayName: '水泥 → 通用水泥',
        isdeleted: false,
        sysTestItemId: 'a',
        parentId: 'a',
        orderNum: 1,
      },
      {
        sampleLevelId: 'a2',
        name: '特种水泥',
        levelCode: '0102',
        displayName: '水泥 → 特种水泥',
        isdeleted: false,
        sysTestItemId: 'a',
        parentId: 'a',
        orderNum: 2,
      },
      {
        sampleLevelId: 'b',
        name: '沥青',
        levelCode: '02',
        displayName: '沥青',
        isdeleted: false,
        sysTestItemId: 'b',
        parentId: null,
        orderNum: 2,
      },
    ]);
  });

  it('a quote has a line for every offered parameter', () => {
    const lines = quoteLinesOf([cement]);
    expect(lines.map(({ paramName, price }) => [paramName, price])).toEqual([
      ['参数1', '20.00'],
      ['参数2', '20.00'],
      ['参数3', '30.00'],
    ]);
    expect(lines[0]).toEqual({
      sampleNo: 'SN01',
      sampleId: id,
      sampleName: '普通硅酸盐水泥',
      paramName: '参数1',
      price: '20.00',
      description: '',
    });
  });

  it('changes of a sample are listed by parameter, with amounts and codes', () => {
    const [first, ...rest] = sample.parameters;
    if (!first) throw new Error('the story has parameters');
    const changedSample = {
      ...sample,
      name: '水泥',
      parameters: [
        {
          ...first,
          deleted: true,
          prices: [{ type: 1, price: '25.5', qualifier: '', scriptDescription: '' }],
          standards: [],
        },
        ...rest.slice(1),
      ],
    };
    expect(sampleChanges(sample, changedSample)).toEqual([
      { field: 'sampleName', about: '', member: '', old: '普通硅酸盐水泥', new: '水泥' },
      { field: 'parameters', about: '参数1', member: 'price', old: '20', new: '25.5' },
      { field: 'parameters', about: '参数1', member: 'offered', old: 'true', new: 'false' },
      { field: 'parameters', about: '参数1', member: 'standards', old: 'JTG 3420-2020 T 0505、GB 175-2023', new: '' },
      { field: 'parameters', about: '参数2', member: '', old: expect.stringContaining('参数2'), new: '' },
    ]);
  });
});

describe('changes in the pictures of a sample', () => {
  const picture = (figure: string, alt = '') => `<img src="${address(figure)}" alt="${alt}">`;
  const address = (figure: string) => `/RichTextImages/${figure.repeat(8)}-0000-4000-8000-000000000001.png`;
  const sampleWithPictures = (...pictures: string[]) => ({
    ...sample,
    requirements: [
      {
        id: 'r-1',
        paramIds: [sample.parameters[0]?.id ?? ''],
        defaultSampleDescription: `<p>烘干</p>${pictures.join('')}`,
        orderNum: 1,
      },
    ],
  });

  it('name the identifiers of both pictures if an example was replaced by another one of the same name', () => {
    const showing = (figure: string) => ({ ...sample, examples: [{ name: '正面', image: address(figure) }] });
    expect(sampleChanges(showing('a'), showing('b'))).toEqual([
      { field: 'examples', about: '正面', member: '', old: '正面 #aaaaaaaa', new: '' },
      { field: 'examples', about: '正面', member: '', old: '', new: '正面 #bbbbbbbb' },
    ]);
  });

  it('contain the pictures of a requirement, by their readable names', () => {
    const both = sampleWithPictures(picture('a', 'A&amp;B'), picture('b', '桶'));
    expect(sampleChanges({ ...sample, requirements: [] }, both)).toEqual([
      {
        field: 'paramRequirements',
        about: '参数1',
        member: '',
        old: '',
        new: '参数1 烘干 A&B #aaaaaaaa、桶 #bbbbbbbb',
      },
    ]);
    expect(sampleChanges(both, sampleWithPictures(picture('b', '桶')))).toEqual([
      {
        field: 'paramRequirements',
        about: '参数1',
        member: 'requirementPictures',
        old: 'A&B #aaaaaaaa、桶 #bbbbbbbb',
        new: '桶 #bbbbbbbb',
      },
    ]);
  });
});

describe('attachment types', () => {
  const kind = (overrides: Partial<AccessoryType> = {}): AccessoryType => ({
    id: 't-1',
    name: '委托书',
    type: 0,
    enable: true,
    isRequire: false,
    isDeleted: false,
    orderNum: 1,
    testUnitId: null,
    exampleImages: [],
    ...overrides,
  });

  it('are unique by name within a consignment type and a unit', () => {
    const all = [kind()];
    expect(() => withAccessoryType(all, kind({ id: 't-2' }))).toThrow('ACCESSORY_TYPE_TAKEN');
    expect(() => withAccessoryType(all, kind({ id: 't-2', testUnitId: 'u-1' }))).toThrow('ACCESSORY_TYPE_TAKEN');
    expect(withAccessoryType(all, kind({ id: 't-2', type: 1 }))).toHaveLength(2);
    expect(withAccessoryType(all, kind({ name: '委托单' }))).toEqual([kind({ name: '委托单' })]);
    expect(() => withAccessoryType(all, kind({ name: ' ' }))).toThrow('CATALOGUE_TEXT_REQUIRED');
  });

  it('are not found after they were deleted', () => {
    expect(requireAccessoryType([kind()], 'T-1')).toEqual(kind());
    expect(() => requireAccessoryType([kind({ isDeleted: true })], 't-1')).toThrow('NO_SUCH_ACCESSORY_TYPE');
  });
});

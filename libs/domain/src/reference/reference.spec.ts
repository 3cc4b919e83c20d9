import { describe, expect, it } from '@jest/globals';
import { catalogueEvents, type ReferenceEvent } from '#events';
import { catalogueSample } from '../catalogue/catalogue-items.js';
import {
  catalogueCategories,
  catalogueLeaves,
  cataloguePacks,
  catalogueSamples,
  catalogueStandards,
} from '../catalogue/catalogue-views.js';
import { category, cement, CRITERION, METHOD, standardsById } from '../testing/catalogue-story.js';
import { expectIndifferentToRedelivery, recorded, rowsAfter } from '../testing/recorded.js';
import { specificationOf } from '../testing/specification.js';
import { referenceLists } from './reference-lists.js';
import { reference } from './reference.js';
import { reservation } from './reservation.js';

const units: ReferenceEvent = {
  type: 'DictionaryListed',
  data: {
    name: 'sampleAmountUnit',
    rows: [
      { id: '2', typecode: 'kg', typename: 'kg', orderNum: 2 },
      { id: '1', typecode: '个', typename: '个', orderNum: 1 },
    ],
  },
};

const accessoryType = (name: string, orderNum: number) => ({
  id: name,
  name,
  type: 0 as const,
  enable: true,
  isRequire: false,
  isDeleted: false,
  orderNum,
  testUnitId: null,
  exampleImages: [],
});

describe('reference lists', () => {
  it('record a change, not the same again', () => {
    specificationOf(reference.decider)().when({ type: 'List', fact: units }).then(units);
    specificationOf(reference.decider)(units)
      .when({ type: 'List', fact: structuredClone(units) })
      .thenNothing();
    specificationOf(reference.decider)(units)
      .when({ type: 'List', fact: { ...units, data: { ...units.data, rows: [] } } })
      .then({ ...units, data: { ...units.data, rows: [] } });
  });

  it('are read by name, in order', () => {
    const history = [
      ...recorded('reference-sampleAmountUnit', [units]),
      ...recorded('reference-areas', [
        { type: 'AreasListed', data: { areas: [{ AreaID: 330000, AreaName: '浙江省', RootID: 0 }] } },
      ]),
      ...recorded('reference-qualifications', [
        {
          type: 'QualificationsListed',
          data: {
            qualifications: [
              { id: 'b', name: '乙级', orderIndex: 2, bigCategoryIds: [] },
              { id: 'a', name: '甲级', orderIndex: 1, bigCategoryIds: [] },
            ],
          },
        },
      ]),
      ...recorded('reference-extraFields', [{ type: 'ExtraFieldsListed', data: { fields: [] } }]),
      ...recorded('reference-accessoryTypes', [
        {
          type: 'AccessoryTypesListed',
          data: { accessoryTypes: [accessoryType('取样照片', 2), accessoryType('委托书', 1)] },
        },
      ]),
      ...recorded('reference-import-reference', [
        { type: 'ImportCompleted', data: { import: 'reference', events: 4 } },
      ]),
    ];
    const rows = rowsAfter(referenceLists, history);
    expect(rows.get('sampleAmountUnit')).toMatchObject({
      kind: 'dictionary',
      rows: [{ typename: '个' }, { typename: 'kg' }],
    });
    expect(rows.get('areas')).toMatchObject({ kind: 'areas', areas: [{ AreaName: '浙江省' }] });
    expect(rows.get('qualifications')).toMatchObject({
      kind: 'qualifications',
      qualifications: [{ name: '甲级' }, { name: '乙级' }],
    });
    expect(rows.get('accessoryTypes')).toMatchObject({
      kind: 'accessoryTypes',
      accessoryTypes: [{ name: '委托书' }, { name: '取样照片' }],
    });
    expect([...rows.keys()]).toEqual(['sampleAmountUnit', 'areas', 'qualifications', 'extraFields', 'accessoryTypes']);
    expectIndifferentToRedelivery(referenceLists, history);
  });
});

describe('reservation', () => {
  const given = specificationOf(reservation.decider);
  const mine = { kind: 'userName', holderId: 'u-1' };

  it('is held by one, and free again when released', () => {
    given()
      .when({ type: 'Reserve', ...mine })
      .then({ type: 'ValueReserved', data: mine });
    given({ type: 'ValueReserved', data: mine })
      .when({ type: 'Reserve', ...mine, holderId: 'u-2' })
      .thenRefused('VALUE_TAKEN');
    given({ type: 'ValueReserved', data: mine })
      .when({ type: 'Reserve', ...mine })
      .thenNothing();
    given({ type: 'ValueReserved', data: mine })
      .when({ type: 'Reserve', ...mine, anew: true })
      .then({ type: 'ValueReserved', data: mine });
    given({ type: 'ValueReserved', data: mine })
      .when({ type: 'Reserve', ...mine, holderId: 'u-2', anew: true })
      .thenRefused('VALUE_TAKEN');
    given({ type: 'ValueReserved', data: mine })
      .when({ type: 'Release', ...mine })
      .then({ type: 'ValueReleased', data: mine });
    given({ type: 'ValueReserved', data: mine }, { type: 'ValueReleased', data: mine })
      .when({ type: 'Reserve', ...mine, holderId: 'u-2' })
      .then({ type: 'ValueReserved', data: { ...mine, holderId: 'u-2' } });
  });

  it('ADR-002 is taken over from who never came to use it, and from nobody else', () => {
    const theirs = { type: 'ValueReserved' as const, data: { ...mine, holderId: 'u-2' } };
    given({ type: 'ValueReserved', data: mine })
      .when({ type: 'TakeOver', kind: 'userName', holderId: 'u-2', from: 'u-1' })
      .then({ type: 'ValueReleased', data: mine }, theirs);
    given({ type: 'ValueReserved', data: mine })
      .when({ type: 'TakeOver', kind: 'userName', holderId: 'u-2', from: 'u-3' })
      .thenRefused('VALUE_TAKEN');
    given({ type: 'ValueReserved', data: mine }, { type: 'ValueReleased', data: mine }, theirs)
      .when({ type: 'TakeOver', kind: 'userName', holderId: 'u-2', from: 'u-1' })
      .thenNothing();
  });

  it('is released by its holder alone', () =>
    given({ type: 'ValueReserved', data: mine })
      .when({ type: 'Release', ...mine, holderId: 'u-2' })
      .thenNothing());
});

describe('catalogue', () => {
  const { id, ...sample } = cement;
  const listed = { type: 'SampleListed' as const, data: { sample } };
  const standard = standardsById.get(METHOD);
  const pack = {
    name: '水泥常规检验',
    sampleId: id,
    categoryId: cement.categoryId,
    bigCategoryId: cement.bigCategoryId,
    exposed: true,
    orderNum: 1,
    entries: [],
  };
  const { id: categoryId, ...binder } = category('c-1', '水泥', null);

  it('lists an item again only when it has changed', () => {
    const given = specificationOf(catalogueSample.decider);
    given().when({ type: 'List', fact: listed }).then(listed);
    given(listed)
      .when({ type: 'List', fact: structuredClone(listed) })
      .thenNothing();
    given(listed)
      .when({ type: 'List', fact: { ...listed, data: { sample: { ...sample, name: '水泥' } } } })
      .then({ ...listed, data: { sample: { ...sample, name: '水泥' } } });
  });

  it('is read by id, samples whole and as leaves of the tree', () => {
    expect(rowsAfter(catalogueSamples, recorded(`catalogueSample-${id}`, [listed])).get(id)).toEqual(cement);
    expect(rowsAfter(catalogueLeaves, recorded(`catalogueSample-${id}`, [listed])).get(id)).toEqual({
      id,
      name: '普通硅酸盐水泥',
      sampleCode: 'SN01',
      categoryId: cement.categoryId,
      bigCategoryId: cement.bigCategoryId,
      sampleNameLink: cement.sampleNameLink,
      isLocaleItem: 0,
      orderNum: 1,
      isMixDesign: false,
      parameters: cement.parameters.map(({ id: parameterId, code, name, displayName, deleted }) => ({
        id: parameterId,
        code,
        name,
        displayName,
        isOffered: !deleted,
      })),
      standardIds: [METHOD, CRITERION],
    });
    expect(
      rowsAfter(
        catalogueCategories,
        recorded('catalogueCategory-c-1', [{ type: 'CategoryListed', data: { category: binder } }]),
      ).get(categoryId),
    ).toMatchObject({ id: 'c-1', name: '水泥' });
  });

  it('is unchanged by redelivery', () => {
    expectIndifferentToRedelivery(
      catalogueSamples,
      recorded(`catalogueSample-${id}`, [listed, { ...listed, data: { sample: { ...sample, name: '水泥' } } }]),
    );
    expectIndifferentToRedelivery(catalogueLeaves, recorded(`catalogueSample-${id}`, [listed]));
    expectIndifferentToRedelivery(
      catalogueCategories,
      recorded('catalogueCategory-c-1', [{ type: 'CategoryListed', data: { category: binder } }]),
    );
    expectIndifferentToRedelivery(
      catalogueStandards,
      recorded(`catalogueStandard-${METHOD}`, [{ type: 'StandardListed', data: { standard } }]),
    );
    expectIndifferentToRedelivery(
      cataloguePacks,
      recorded('cataloguePack-k-1', [{ type: 'PackListed', data: { pack } }]),
    );
  });

  it('has a view for every kind of event', () =>
    expect(
      new Set(
        [catalogueCategories, catalogueSamples, catalogueStandards, cataloguePacks].flatMap(({ types }) => types),
      ),
    ).toEqual(new Set(Object.keys(catalogueEvents))));
});

import { describe, expect, it } from '@jest/globals';
import { catalogueEvents, type ReferenceEvent } from '#events';
import {
  catalogueCategories,
  catalogueLeaves,
  cataloguePacks,
  catalogueSamples,
  catalogueStandards,
} from '../catalogue/catalogue-views.js';
import { catalogueSample } from '../catalogue/catalogue.js';
import { category, cement, CRITERION, METHOD, standardsById } from '#harness/domain/catalogue-story';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';
import {
  entriesOf,
  LIST_NAMES,
  listChanges,
  toListEvent,
  type ListEntry,
  findList,
  listProblems,
  QUALIFICATIONS,
  reference,
  referenceLists,
  assignCode,
} from './reference.js';
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
  it('record a change, but not the same list again', () => {
    specificationOf(reference.decider)().when({ type: 'List', fact: units }).then(units);
    specificationOf(reference.decider)(units)
      .when({ type: 'List', fact: structuredClone(units) })
      .thenNothing();
    specificationOf(reference.decider)(units)
      .when({ type: 'List', fact: { ...units, data: { ...units.data, rows: [] } } })
      .then({ ...units, data: { ...units.data, rows: [] } });
  });

  it('are read by name, with their entries in order', () => {
    const history = [
      ...toRecordedEvents('reference-sampleAmountUnit', [units]),
      ...toRecordedEvents('reference-areas', [
        { type: 'AreasListed', data: { areas: [{ AreaID: 330000, AreaName: '浙江省', RootID: 0 }] } },
      ]),
      ...toRecordedEvents('reference-qualifications', [
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
      ...toRecordedEvents('reference-extraFields', [{ type: 'ExtraFieldsListed', data: { fields: [] } }]),
      ...toRecordedEvents('reference-accessoryTypes', [
        {
          type: 'AccessoryTypesListed',
          data: { accessoryTypes: [accessoryType('取样照片', 2), accessoryType('委托书', 1)] },
        },
      ]),
      ...toRecordedEvents('reference-import-reference', [
        { type: 'ImportCompleted', data: { import: 'reference', events: 4 } },
      ]),
    ];
    const rows = projectRows(referenceLists, history);
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
    expectIdempotentOnRedelivery(referenceLists, history);
  });
});

describe('reservation', () => {
  const given = specificationOf(reservation.decider);
  const ownReservation = { kind: 'userName', holderId: 'u-1' };

  it('belongs to one holder, and is free again after its release', () => {
    given()
      .when({ type: 'Reserve', ...ownReservation })
      .then({ type: 'ValueReserved', data: ownReservation });
    given({ type: 'ValueReserved', data: ownReservation })
      .when({ type: 'Reserve', ...ownReservation, holderId: 'u-2' })
      .thenRefused('VALUE_TAKEN');
    given({ type: 'ValueReserved', data: ownReservation })
      .when({ type: 'Reserve', ...ownReservation })
      .thenNothing();
    given({ type: 'ValueReserved', data: ownReservation })
      .when({ type: 'Reserve', ...ownReservation, renews: true })
      .then({ type: 'ValueReserved', data: ownReservation });
    given({ type: 'ValueReserved', data: ownReservation })
      .when({ type: 'Reserve', ...ownReservation, holderId: 'u-2', renews: true })
      .thenRefused('VALUE_TAKEN');
    given({ type: 'ValueReserved', data: ownReservation })
      .when({ type: 'Release', ...ownReservation })
      .then({ type: 'ValueReleased', data: ownReservation });
    given({ type: 'ValueReserved', data: ownReservation }, { type: 'ValueReleased', data: ownReservation })
      .when({ type: 'Reserve', ...ownReservation, holderId: 'u-2' })
      .then({ type: 'ValueReserved', data: { ...ownReservation, holderId: 'u-2' } });
  });

  it('ADR-002 can be taken over only from the holder that is named', () => {
    const otherReserved = { type: 'ValueReserved' as const, data: { ...ownReservation, holderId: 'u-2' } };
    given({ type: 'ValueReserved', data: ownReservation })
      .when({ type: 'TakeOver', kind: 'userName', holderId: 'u-2', from: 'u-1' })
      .then({ type: 'ValueReleased', data: ownReservation }, otherReserved);
    given({ type: 'ValueReserved', data: ownReservation })
      .when({ type: 'TakeOver', kind: 'userName', holderId: 'u-2', from: 'u-3' })
      .thenRefused('VALUE_TAKEN');
    given(
      { type: 'ValueReserved', data: ownReservation },
      { type: 'ValueReleased', data: ownReservation },
      otherReserved,
    )
      .when({ type: 'TakeOver', kind: 'userName', holderId: 'u-2', from: 'u-1' })
      .thenNothing();
  });

  it('can be released only by its holder', () =>
    given({ type: 'ValueReserved', data: ownReservation })
      .when({ type: 'Release', ...ownReservation, holderId: 'u-2' })
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

  it('lists an item again only if it has changed', () => {
    const given = specificationOf(catalogueSample.decider);
    given().when({ type: 'List', fact: listed }).then(listed);
    given(listed)
      .when({ type: 'List', fact: structuredClone(listed) })
      .thenNothing();
    given(listed)
      .when({ type: 'List', fact: { ...listed, data: { sample: { ...sample, name: '水泥' } } } })
      .then({ ...listed, data: { sample: { ...sample, name: '水泥' } } });
  });

  it('is read by id, with samples both complete and as leaves of the tree', () => {
    expect(projectRows(catalogueSamples, toRecordedEvents(`catalogueSample-${id}`, [listed])).get(id)).toEqual(cement);
    expect(projectRows(catalogueLeaves, toRecordedEvents(`catalogueSample-${id}`, [listed])).get(id)).toEqual({
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
      projectRows(
        catalogueCategories,
        toRecordedEvents('catalogueCategory-c-1', [{ type: 'CategoryListed', data: { category: binder } }]),
      ).get(categoryId),
    ).toMatchObject({ id: 'c-1', name: '水泥' });
  });

  it('is unchanged by a redelivery of events', () => {
    expectIdempotentOnRedelivery(
      catalogueSamples,
      toRecordedEvents(`catalogueSample-${id}`, [listed, { ...listed, data: { sample: { ...sample, name: '水泥' } } }]),
    );
    expectIdempotentOnRedelivery(catalogueLeaves, toRecordedEvents(`catalogueSample-${id}`, [listed]));
    expectIdempotentOnRedelivery(
      catalogueCategories,
      toRecordedEvents('catalogueCategory-c-1', [{ type: 'CategoryListed', data: { category: binder } }]),
    );
    expectIdempotentOnRedelivery(
      catalogueStandards,
      toRecordedEvents(`catalogueStandard-${METHOD}`, [{ type: 'StandardListed', data: { standard } }]),
    );
    expectIdempotentOnRedelivery(
      cataloguePacks,
      toRecordedEvents('cataloguePack-k-1', [{ type: 'PackListed', data: { pack } }]),
    );
  });

  it('has a view for every event type', () =>
    expect(
      new Set(
        [catalogueCategories, catalogueSamples, catalogueStandards, cataloguePacks].flatMap(({ types }) => types),
      ),
    ).toEqual(new Set(Object.keys(catalogueEvents))));
});

const entry = (id: string, name: string, overrides: Partial<ListEntry> = {}): ListEntry => ({
  id,
  code: name,
  name,
  memo: '',
  isOff: false,
  bigCategoryIds: [],
  ...overrides,
});
const list = (name: string) => {
  const match = findList(name);
  if (!match) throw new Error(name);
  return match;
};
const amountUnits = list('sampleAmountUnit');
const currentEntries = [entry('1', '个'), entry('2', 'kg')];
const problemsOf = (changedEntries: ListEntry[], of = amountUnits, previousEntries = currentEntries) =>
  listProblems(of, previousEntries, changedEntries, ['c-1']).map(({ code, path }) => `${path} ${code}`);

describe('a list of the platform', () => {
  it('CAT-007 stores entries in order, with name and memo, and which of them are switched off', () => {
    const changedEntries = [entry('2', 'kg'), entry('1', '个', { memo: ' 计件 ', isOff: true })];
    const listed = toListEvent('sampleAmountUnit', changedEntries);
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
    expect(entriesOf(listed)).toEqual([changedEntries[0], { ...changedEntries[1], memo: '计件' }]);
    const qualification = { id: 'q', code: '', name: '综合甲级', memo: '', isOff: false, bigCategoryIds: ['c-1'] };
    expect(entriesOf(toListEvent(QUALIFICATIONS, [qualification]))).toEqual([qualification]);
    expect(entriesOf(null)).toEqual([]);
  });

  it('cannot lose an entry, change its code or have all entries switched off', () => {
    expect(problemsOf(currentEntries)).toEqual([]);
    expect(problemsOf([entry('2', 'kg', { name: '千克' }), entry('1', '个'), entry('3', '车')])).toEqual([]);
    expect(problemsOf([entry('1', '个')])).toEqual(['entries LIST_ENTRY_MISSING']);
    expect(problemsOf([entry('1', '个', { code: '只' }), entry('2', 'kg')])).toEqual([
      'entries.0.code LIST_CODE_FIXED',
    ]);
    expect(problemsOf(currentEntries.map((each) => ({ ...each, isOff: true })))).toEqual(['entries LIST_ALL_OFF']);
  });

  it('reports each problem of an entry at its place', () => {
    expect(problemsOf([...currentEntries, entry('3', ' ', { code: 'kg' })])).toEqual([
      'entries.2.code LIST_ENTRY_TAKEN',
      'entries.2.name CATALOGUE_TEXT_REQUIRED',
    ]);
    expect(problemsOf([...currentEntries, entry('3', 'kg', { code: 'x' })])).toEqual([
      'entries.2.name LIST_ENTRY_TAKEN',
    ]);
    expect(problemsOf([...currentEntries, entry('3', 'kg', { code: 'x', isOff: true })])).toEqual([]);
    expect(problemsOf([...currentEntries, entry('3', '长'.repeat(51), { code: 'x', memo: '长'.repeat(201) })])).toEqual(
      ['entries.2.name TEXT_TOO_LONG', 'entries.2.memo TEXT_TOO_LONG'],
    );
    expect(problemsOf([entry('1', '委托检测', { code: '一' })], list('detectionTypes'), [])).toEqual([
      'entries.0.code LIST_CODE_NO_NUMBER',
    ]);
    expect(problemsOf([entry('1', '综合甲级', { code: '' })], list(QUALIFICATIONS), [])).toEqual([
      'entries.0.bigCategoryIds QUALIFICATION_WITHOUT_CATEGORIES',
    ]);
    const qualified = (ids: string[]) => entry('q', '甲级', { code: '', bigCategoryIds: ids });
    expect(problemsOf([qualified(['c-1', 'c-9'])], list(QUALIFICATIONS), [])).toEqual([
      'entries.0.bigCategoryIds BIG_CATEGORY_UNKNOWN',
    ]);
    expect(problemsOf([qualified(['c-1', 'c-9'])], list(QUALIFICATIONS), [qualified(['c-9'])])).toEqual([]);
  });

  it('gives a new entry a code if none was entered', () => {
    expect(assignCode(amountUnits, currentEntries, entry('', '袋', { code: '' })).code).toBe('袋');
    expect(
      assignCode(
        list('detectionTypes'),
        [entry('1', '委托检测', { code: '1' }), entry('2', '抽样检测', { code: '7' })],
        entry('', '仲裁检测', { code: '' }),
      ).code,
    ).toBe('8');
    expect(assignCode(list(QUALIFICATIONS), [], entry('', '甲级', { code: '' })).code).toBe('');
  });

  it('has changes with old and new values, added entries and a new order', () => {
    const changesTo = (changedEntries: ListEntry[]) =>
      listChanges(
        toListEvent('sampleAmountUnit', currentEntries),
        toListEvent('sampleAmountUnit', changedEntries),
        (id) => id,
      );
    expect(changesTo([entry('1', '个', { isOff: true }), entry('2', 'kg', { name: '千克' })])).toEqual([
      { field: 'entries', about: '个', member: 'isOff', old: 'false', new: 'true' },
      { field: 'entries', about: '千克', member: 'name', old: 'kg', new: '千克' },
    ]);
    expect(changesTo([entry('2', 'kg'), entry('1', '个')])).toEqual([
      { field: 'order', about: '', member: '', old: '个、kg', new: 'kg、个' },
    ]);
    expect(changesTo([entry('3', '袋'), ...currentEntries]).map(({ about, old }) => [about, old])).toEqual([
      ['袋', ''],
    ]);
    const qualified = (ids: string[]): ReferenceEvent =>
      toListEvent(QUALIFICATIONS, [entry('q', '甲级', { bigCategoryIds: ids })]);
    expect(
      listChanges(qualified(['c-1']), qualified(['c-1', 'c-2']), (id) => ({ 'c-1': '水泥', 'c-2': '集料' })[id] ?? id),
    ).toEqual([{ field: 'entries', about: '甲级', member: 'bigCategories', old: '水泥', new: '水泥、集料' }]);
  });

  it('has a unique title', () => expect(new Set(LIST_NAMES.map(({ title }) => title.zh)).size).toBe(LIST_NAMES.length));
});

import { describe, expect, it } from '@jest/globals';
import type { ConsigningUnit, TestingUnit } from '#events';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';
import { consigningUnit, consigningUnits } from './consigning-unit.js';
import { parseControlParams, settings, unitSettings } from './unit-settings.js';
import {
  qualificationNameOf,
  testingUnit,
  testingUnitAtOrigin,
  type TestingUnitFilter,
  type TestingUnitRow,
  testingUnits,
  testingUnitsMatching,
} from './testing-unit.js';

const lab = (unitNo: string, changes: Partial<TestingUnit> = {}): TestingUnit => ({
  unitNo,
  testUnitName: `检测中心${unitNo}`,
  shortName: unitNo,
  contact: { name: '', phone: '' },
  sheng: '浙江省',
  shi: '宁波市',
  regAddress: '',
  inroduce: '',
  regTime: '2010-05-08',
  logoPath: '',
  isActive: true,
  qualifications: [
    { id: 'q-2', name: '公路工程综合甲级', sysQualificationId: 's-2', orderIndex: 2 },
    { id: 'q-1', name: '水运工程材料甲级', sysQualificationId: 's-1', orderIndex: 1 },
  ],
  addresses: [],
  bigCategoryIds: [],
  reportCount: 3,
  lmisType: 0,
  lmisurl: '',
  lmisIntegratedCode: '',
  iLISReportProgressQueryURL: '',
  origins: [],
  systemName: '',
  filingNumber: '',
  ...changes,
});
const client: ConsigningUnit = {
  unitNo: 'CU001',
  name: '云岭交通建设集团',
  uninCode: '91330100',
  regTime: '',
  sheng: '',
  shi: '',
  detailAddress: '',
  description: '',
  logoPath: '',
  status: 1,
  addresses: [],
};

describe('units', () => {
  it('are registered once', () => {
    specificationOf(testingUnit.decider)()
      .when({ type: 'RegisterTestingUnit', unit: lab('TU001') })
      .then({ type: 'TestingUnitRegistered', data: { unit: lab('TU001') } });
    specificationOf(testingUnit.decider)({ type: 'TestingUnitRegistered', data: { unit: lab('TU001') } })
      .when({ type: 'RegisterTestingUnit', unit: lab('TU009') })
      .thenRefused('RECORD_EXISTS');
    specificationOf(consigningUnit.decider)()
      .when({ type: 'RegisterConsigningUnit', unit: client })
      .then({ type: 'ConsigningUnitRegistered', data: { unit: client } });
    specificationOf(consigningUnit.decider)({ type: 'ConsigningUnitRegistered', data: { unit: client } })
      .when({ type: 'RegisterConsigningUnit', unit: client })
      .thenRefused('RECORD_EXISTS');
  });

  it('are listed, also after a redelivery of events', () => {
    const labs = toRecordedEvents('testingUnit-t-1', [{ type: 'TestingUnitRegistered', data: { unit: lab('TU001') } }]);
    const clients = toRecordedEvents('consigningUnit-c-1', [
      { type: 'ConsigningUnitRegistered', data: { unit: client } },
    ]);
    expect(projectRows(testingUnits, labs).get('t-1')).toEqual({ id: 't-1', ...lab('TU001'), ...trail });
    expect(projectRows(consigningUnits, clients).get('c-1')).toEqual({ id: 'c-1', ...client, ...trail });
    expectIdempotentOnRedelivery(testingUnits, labs);
    expectIdempotentOnRedelivery(consigningUnits, clients);
  });
});

const trail = {
  revision: 0,
  creatorId: 'u-1',
  creationTime: '2026-03-01T08:00:00.000Z',
  lastModifierId: 'u-1',
  lastModificationTime: '2026-03-01T08:00:00.000Z',
};

describe('search of testing units', () => {
  const rows: TestingUnitRow[] = [
    {
      id: '2',
      ...trail,
      ...lab('TU002', {
        sheng: '安徽省',
        shi: '合肥市',
        qualifications: [{ id: 'q', name: '公路工程综合乙级', sysQualificationId: 's', orderIndex: 1 }],
      }),
    },
    { id: '1', ...trail, ...lab('TU001', { origins: ['https://zdjt.example.com'] }) },
    { id: '3', ...trail, ...lab('TU003', { isActive: false }) },
  ];
  const none: TestingUnitFilter = { nameKey: '', sheng: '', shi: '', qualificationName: '', qualificationSort: '' };
  const idsFor = (filter: Partial<TestingUnitFilter>) =>
    testingUnitsMatching(rows, { ...none, ...filter }).map(({ id }) => id);

  it('lists active units by number, and can be narrowed by each filter', () => {
    expect(idsFor({})).toEqual(['1', '2']);
    expect(idsFor({ nameKey: ' TU002 ' })).toEqual(['2']);
    expect(idsFor({ sheng: '浙江省' })).toEqual(['1']);
    expect(idsFor({ shi: '合肥市' })).toEqual(['2']);
    expect(idsFor({ qualificationName: '水运' })).toEqual(['1']);
    expect(idsFor({ qualificationName: '水运', shi: '合肥市' })).toEqual([]);
  });

  it('sorts by qualification', () => {
    const [ascending, descending] = [idsFor({ qualificationSort: 'asc' }), idsFor({ qualificationSort: 'desc' })];
    expect(ascending).toEqual(descending.toReversed());
    expect(qualificationNameOf(lab('TU001'))).toBe('水运工程材料甲级、公路工程综合甲级');
  });

  it('finds the unit of a web origin, and no unit for another URL', () => {
    expect(testingUnitAtOrigin(rows, 'https://ZDJT.example.com/login?a=b')?.id).toBe('1');
    for (const url of ['', 'https://zdjt.example.com.evil.org', 'http://127.0.0.1:3000', 'zdjt'])
      expect(testingUnitAtOrigin(rows, url)).toBeNull();
  });
});

describe('unit settings', () => {
  it('ROLE-013 CP-004 have control parameters as flags', () => {
    expect(parseControlParams({ A: '1', B: '0', C: 'x', ValidAppealPeriodNumber: '15' })).toEqual({
      A: true,
      B: false,
      C: 'x',
      ValidAppealPeriodNumber: 15,
      IsEnableProjectContractSectName: false,
      USING_RECOMMENDED_PARAMETER_STANDARD: false,
    });
    expect(parseControlParams({ ValidAppealPeriodNumber: '1' })['ValidAppealPeriodNumber']).toBe(1);
  });

  it('CP-005 have the section of projects and recommended standards off by default', () =>
    expect(parseControlParams({})).toEqual({
      IsEnableProjectContractSectName: false,
      USING_RECOMMENDED_PARAMETER_STANDARD: false,
    }));

  it('use the values of a unit instead of the defaults', () =>
    expect(parseControlParams({ USING_RECOMMENDED_PARAMETER_STANDARD: '1' })).toMatchObject({
      USING_RECOMMENDED_PARAMETER_STANDARD: true,
    }));

  const changed = (params: Record<string, string>) => ({
    type: 'UnitSettingsChanged' as const,
    data: { unitType: 1 as const, params },
  });

  it('record only values that change', () => {
    const given = specificationOf(settings.decider)(changed({ A: '1', B: '0' }));
    given.when({ type: 'ChangeUnitSettings', unitType: 1, params: { A: '1', B: '1' } }).then(changed({ B: '1' }));
    given.when({ type: 'ChangeUnitSettings', unitType: 1, params: { A: '1' } }).thenNothing();
  });

  it('record the reason for a restriction, and accept a restriction without one', () => {
    const given = specificationOf(settings.decider)(changed({ IsConsignHidePrice: '0', IsEnableConsignSign: '1' }));
    const set = (params: Record<string, string>, reason?: string) =>
      given.when({ type: 'ChangeUnitSettings', unitType: 1, params, reason });
    const taking: Record<string, string>[] = [
      { IsConsignHidePrice: '1' },
      { IsEnableConsignSign: '0' },
      { IsConsignSampleNeedConfirm: '0' },
      { isConsignSingleSample: '1' },
      { IsUseNewVersion: '1', IsConsignHideEstimatedCost: '1' },
    ];
    for (const params of taking) set(params, ' ').then({ type: 'UnitSettingsChanged', data: { unitType: 1, params } });
    set({ IsConsignHidePrice: '1' }, ' 合同约定 ').then({
      type: 'UnitSettingsChanged',
      data: { unitType: 1, params: { IsConsignHidePrice: '1' }, reason: '合同约定' },
    });
    set({ IsConsignHidePrice: '0', IsEnableConsignSign: '1', IsConsignSampleNeedConfirm: '1' }).then(
      changed({ IsConsignSampleNeedConfirm: '1' }),
    );
    given
      .when({ type: 'ChangeUnitSettings', unitType: 2, params: { IsConsignHidePrice: '1' } })
      .then({ type: 'UnitSettingsChanged', data: { unitType: 2, params: { IsConsignHidePrice: '1' } } });
  });

  it('contain all changes as flags of the unit', () => {
    const history = toRecordedEvents('settings-t-1', [changed({ A: '1', B: '0' }), changed({ B: '1' })]);
    expect(projectRows(unitSettings, history).get('t-1')).toMatchObject({
      id: 't-1',
      unitType: 1,
      params: { A: '1', B: '1' },
      config: { A: true, B: true },
    });
    expectIdempotentOnRedelivery(unitSettings, history);
  });
});

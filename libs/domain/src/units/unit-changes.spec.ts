import { describe, expect, it } from '@jest/globals';
import type { ConsigningUnit, TestingUnit, UnitAddress } from '#events';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { dashedId } from '../rules/equality.js';
import { specificationOf } from '#harness/domain/specification';
import { consigningUnit, consigningUnitProfileOf, consigningUnits } from './consigning-unit.js';
import { controlParamProblem, UNIT_FLAGS } from './unit-settings.js';
import { isIntegrated } from './testing-unit.js';
import { testingUnitProblems, ensureSingleMainAddress } from './unit-profile.js';
import { testingUnit, testingUnitProfileOf, testingUnits } from './testing-unit.js';

const lab: TestingUnit = {
  unitNo: 'TU001',
  testUnitName: '检测中心',
  shortName: '',
  contact: { name: '', phone: '' },
  sheng: '浙江省',
  shi: '宁波市',
  regAddress: '',
  inroduce: '',
  regTime: '',
  logoPath: '',
  isActive: true,
  qualifications: [],
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
};
const client: ConsigningUnit = {
  unitNo: 'CU001',
  name: '委托单位',
  uninCode: '',
  regTime: '',
  sheng: '',
  shi: '',
  detailAddress: '',
  description: '',
  logoPath: '',
  status: 1,
  addresses: [],
};
const address = (id: string, isMain: boolean): UnitAddress => ({
  id,
  addressText: '浙江省',
  addressDetail: '1号',
  tagTitle: '',
  contact: { name: '', phone: '' },
  isMain,
});

const registeredLab = { type: 'TestingUnitRegistered' as const, data: { unit: lab } };
const registeredClient = { type: 'ConsigningUnitRegistered' as const, data: { unit: client } };
const renamed = { ...testingUnitProfileOf(lab), shortName: '新名' };

describe('a testing unit', () => {
  it('records a change as a whole, and causes no event for an unchanged save', () => {
    const given = specificationOf(testingUnit.decider)(registeredLab);
    given
      .when({ type: 'ChangeTestingUnit', unit: renamed })
      .then({ type: 'TestingUnitProfileChanged', data: { unit: renamed } });
    given.when({ type: 'ChangeTestingUnit', unit: testingUnitProfileOf(lab) }).thenNothing();
    given.when({ type: 'ChangeTestingUnit', unit: { ...renamed, unitNo: 'TU002' } }).thenRefused('UNIT_NO_FIXED');
    given
      .when({ type: 'ChangeTestingUnit', unit: { ...renamed, testUnitName: ' ', lmisurl: 'ftp://x' } })
      .thenRefused('UNIT_NAME_REQUIRED', 'WEB_ADDRESS_INVALID');
  });

  it('is switched off with an optional reason and on without one, and causes no event if it is already off', () => {
    const off = { type: 'TestingUnitDeactivated' as const, data: { reason: '资质到期' } };
    specificationOf(testingUnit.decider)(registeredLab)
      .when({ type: 'DeactivateTestingUnit', reason: ' 资质到期 ' })
      .then(off);
    specificationOf(testingUnit.decider)(registeredLab)
      .when({ type: 'DeactivateTestingUnit', reason: ' ' })
      .then({ type: 'TestingUnitDeactivated', data: { reason: '' } });
    specificationOf(testingUnit.decider)(registeredLab, off)
      .when({ type: 'DeactivateTestingUnit', reason: '再次' })
      .thenNothing();
    specificationOf(testingUnit.decider)(registeredLab, off)
      .when({ type: 'ActivateTestingUnit' })
      .then({ type: 'TestingUnitActivated', data: {} });
    // A change leaves it as it is, on or off.
    specificationOf(testingUnit.decider)(registeredLab, off)
      .when({ type: 'ChangeTestingUnit', unit: renamed })
      .thenState({ isActive: false, shortName: '新名' });
  });

  it('that was deleted or never existed accepts no command', () => {
    for (const events of [[], [registeredLab, { type: 'TestingUnitDeleted' as const, data: { reason: '误建' } }]]) {
      specificationOf(testingUnit.decider)(...events)
        .when({ type: 'ChangeTestingUnit', unit: renamed })
        .thenRefused('NO_SUCH_UNIT');
      specificationOf(testingUnit.decider)(...events)
        .when({ type: 'ActivateTestingUnit' })
        .thenRefused('NO_SUCH_UNIT');
    }
  });

  it('is listed with its current data and the time of its last change, also after a redelivery of events', () => {
    const history = toRecordedEvents('testingUnit-t-1', [
      registeredLab,
      { type: 'TestingUnitProfileChanged', data: { unit: renamed } },
      { type: 'TestingUnitDeactivated', data: { reason: '资质到期' } },
    ]);
    expect(projectRows(testingUnits, history).get('t-1')).toMatchObject({
      id: 't-1',
      shortName: '新名',
      isActive: false,
      revision: 2,
      creationTime: '2026-03-01T08:00:00.000Z',
      lastModificationTime: '2026-03-01T08:02:00.000Z',
    });
    expectIdempotentOnRedelivery(testingUnits, history);
    expect(
      projectRows(testingUnits, [
        ...history,
        ...toRecordedEvents('testingUnit-t-1', [{ type: 'TestingUnitDeleted', data: { reason: '误建' } }]),
      ]).size,
    ).toBe(0);
  });

  it('UN-020 counts as integrated only with both type and address', () => {
    expect(isIntegrated({ lmisType: 1, lmisurl: 'https://lims.example.com' })).toBe(true);
    expect(isIntegrated({ lmisType: 1, lmisurl: ' ' })).toBe(false);
    expect(isIntegrated({ lmisType: 0, lmisurl: 'https://lims.example.com' })).toBe(false);
  });

  it.each([
    ['https://lab.example.com', true],
    ['http://localhost:3000', true],
    ['https://lab.example.com/a', false],
    ['lab.example.com', false],
    ['javascript:steal()', false],
    ['https://user@lab.example.com', false],
  ])('accepts the web origin %s: %s', (origin, isAccepted) => {
    expect(testingUnitProblems({ ...renamed, origins: [origin] }).map(({ code }) => code)).toEqual(
      isAccepted ? [] : ['ORIGIN_INVALID'],
    );
  });
});

describe('a consigning unit', () => {
  it('is changed and switched off with a reason, and must exist to be switched on', () => {
    const unit = { ...consigningUnitProfileOf(client), description: '改', registrant: { name: '李', phone: '1' } };
    specificationOf(consigningUnit.decider)(registeredClient)
      .when({ type: 'ChangeConsigningUnit', unit })
      .then({ type: 'ConsigningUnitProfileChanged', data: { unit } });
    specificationOf(consigningUnit.decider)(registeredClient)
      .when({ type: 'ChangeConsigningUnit', unit: consigningUnitProfileOf(client) })
      .thenNothing();
    specificationOf(consigningUnit.decider)(registeredClient)
      .when({ type: 'DeactivateConsigningUnit', reason: 'x'.repeat(201) })
      .thenRefused('TEXT_TOO_LONG');
    specificationOf(consigningUnit.decider)(registeredClient)
      .when({ type: 'DeactivateConsigningUnit', reason: '欠费' })
      .thenState({ status: 0 });
    specificationOf(consigningUnit.decider)().when({ type: 'ActivateConsigningUnit' }).thenRefused('NO_SUCH_UNIT');
  });

  it('is listed with its current data, also after a redelivery of events', () => {
    const history = toRecordedEvents('consigningUnit-c-1', [
      registeredClient,
      { type: 'ConsigningUnitDeactivated', data: { reason: '欠费' } },
      { type: 'ConsigningUnitActivated', data: {} },
      { type: 'ConsigningUnitDeactivated', data: { reason: '欠费' } },
    ]);
    expect(projectRows(consigningUnits, history).get('c-1')).toMatchObject({ status: 0, revision: 3 });
    expectIdempotentOnRedelivery(consigningUnits, history);
  });
});

describe('addresses', () => {
  const mains = (addresses: readonly UnitAddress[]) => addresses.filter(({ isMain }) => isMain).map(({ id }) => id);

  it('have one main address: the newly marked one, else the previous one, else the first', () => {
    expect(
      mains(
        ensureSingleMainAddress([address('a', true), address('b', true)], [address('a', true), address('b', false)]),
      ),
    ).toEqual(['b']);
    expect(mains(ensureSingleMainAddress([address('a', true), address('b', true)], [address('b', true)]))).toEqual([
      'a',
    ]);
    expect(mains(ensureSingleMainAddress([address('a', false), address('b', false)]))).toEqual(['a']);
    expect(ensureSingleMainAddress([])).toEqual([]);
  });
});

describe('the value of a control parameter', () => {
  it('is 1 or 0 for a flag, a whole number for the appeal period, and text for any other parameter', () => {
    for (const flag of UNIT_FLAGS)
      expect([
        controlParamProblem(flag, '1'),
        controlParamProblem(flag, '0'),
        controlParamProblem(flag, 'true')?.code,
      ]).toEqual([null, null, 'CONTROL_PARAM_INVALID']);
    expect([
      controlParamProblem('ValidAppealPeriodNumber', '15'),
      controlParamProblem('ValidAppealPeriodNumber', '')?.code,
    ]).toEqual([null, 'CONTROL_PARAM_INVALID']);
    expect([
      controlParamProblem('autoFields', '{"a":1}'),
      controlParamProblem('', '1')?.code,
      controlParamProblem('autoFields', 'x'.repeat(201))?.code,
    ]).toEqual([null, 'CONTROL_PARAM_UNKNOWN', 'CONTROL_PARAM_INVALID']);
  });
});

it('UN-010 an id without dashes is read in its dashed form', () =>
  expect(dashedId('0123456789abcdef0123456789abcdef')).toBe('01234567-89ab-cdef-0123-456789abcdef'));

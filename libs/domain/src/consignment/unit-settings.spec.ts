import { expect, it } from '@jest/globals';
import { unitSettingsOf } from './unit-settings.js';

const off = {
  isConsignSingleSample: false,
  IsEnableConsignSign: false,
  IsConsignSampleNeedConfirm: true,
  IsEnableProjectContractSectName: false,
  testUnitIsLimsCust: false,
};

it('CP-004 system parameters are booleans, 1 is true and anything else false', () => {
  expect(
    unitSettingsOf({ isConsignSingleSample: '1', IsEnableConsignSign: '0', IsEnableProjectContractSectName: 'x' }),
  ).toEqual({ ...off, isConsignSingleSample: true });
});

it('settings a unit does not have are off, but confirmation of receipt only when it says so', () => {
  expect(unitSettingsOf({})).toEqual(off);
  expect(unitSettingsOf({ IsConsignSampleNeedConfirm: '0', isConsignSingleSample: '1' })).toEqual({
    ...off,
    IsConsignSampleNeedConfirm: false,
    isConsignSingleSample: true,
  });
  expect(
    unitSettingsOf({ IsConsignSampleNeedConfirm: false, IsEnableConsignSign: true, testUnitIsLimsCust: 1 }),
  ).toEqual({ ...off, IsConsignSampleNeedConfirm: false, IsEnableConsignSign: true, testUnitIsLimsCust: true });
});

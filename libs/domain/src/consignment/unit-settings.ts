/** Control parameters of a testing unit that rules look at; the names are the specification's (000 section 6). */
export type UnitSettings = {
  isConsignSingleSample: boolean;
  IsEnableConsignSign: boolean;
  IsConsignSampleNeedConfirm: boolean;
  IsEnableProjectContractSectName: boolean;
  testUnitIsLimsCust: boolean;
};

type Stored = string | number | boolean | undefined;
const isOn = (value: Stored): boolean => value === true || value === 1 || value === '1' || value === 'true';
const isOff = (value: Stored): boolean => value === false || value === 0 || value === '0' || value === 'false';

/**
 * Reads a unit's stored parameters ("1" and "0", or booleans). Absent ones are off, but confirmation of receipt
 * is off only when it says so: an empty configuration must not block the flow (CF-022).
 */
export const unitSettingsOf = (params: Readonly<Record<string, Stored>>): UnitSettings => ({
  isConsignSingleSample: isOn(params['isConsignSingleSample']),
  IsEnableConsignSign: isOn(params['IsEnableConsignSign']),
  IsConsignSampleNeedConfirm: !isOff(params['IsConsignSampleNeedConfirm']),
  IsEnableProjectContractSectName: isOn(params['IsEnableProjectContractSectName']),
  testUnitIsLimsCust: isOn(params['testUnitIsLimsCust']),
});

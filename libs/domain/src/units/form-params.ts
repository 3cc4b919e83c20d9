/**
 * Control parameters of a testing unit that a consignment's form reads, whoever fills it in (CF-022, API-034). What else a
 * unit has set is its own business.
 */
export const FORM_PARAMS: readonly string[] = [
  'IsConsignHidePrice',
  'IsConsignHideEstimatedCost',
  'IsEnableConsignSign',
  'IsConsignSampleNeedConfirm',
  'IsUseNewVersion',
  'IsEnableProjectContractSectName',
  'isConsignSingleSample',
  'IsDisplayTestPeriod',
  'IsDisplayTestQuantity',
  'USING_RECOMMENDED_PARAMETER_STANDARD',
  'testUnitIsLimsCust',
  'sysParamConsignPrintType',
];

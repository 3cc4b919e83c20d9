import type { ConsignmentView, UnitConfig } from '#contract';

export const isOn = (config: UnitConfig, flag: string): boolean =>
  config[flag] === true || config[flag] === 1 || config[flag] === '1';

export type Fee = { kind: 'actual' | 'estimated'; amount: string };

/**
 * CF-021: the actual total at 60 or 80 when there is one; else the estimated one, unless the unit hides it. Null: nothing to show.
 */
export const feeOf = (
  view: Pick<ConsignmentView, 'consignStatus' | 'actFee' | 'estimatedFee' | 'testUnitConfig'>,
): Fee | null => {
  if ((view.consignStatus === 60 || view.consignStatus === 80) && view.actFee !== null)
    return { kind: 'actual', amount: view.actFee };
  if (isOn(view.testUnitConfig, 'IsConsignHideEstimatedCost') || view.estimatedFee === null) return null;
  return { kind: 'estimated', amount: view.estimatedFee };
};

/** The estimated fee of a sample is hidden with the estimate; its prices may be hidden apart (CF-022). */
export const showsSampleFees = (view: Pick<ConsignmentView, 'testUnitConfig' | 'samples'>): boolean =>
  !isOn(view.testUnitConfig, 'IsConsignHideEstimatedCost') && !view.samples.some(({ totalFee }) => totalFee === null);

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type ConsignmentView, getEnumValues, type UnitConfig } from '#contract';
import { CONSIGN_STATUS } from '#events';
import { language } from '../i18n/language.js';
import { queryOptionsOf } from '../lib/queries.js';

/** Names of the statuses in the user's language, from the server's enumeration (LS-002). */
const statusesQuery = () =>
  queryOptions({
    ...queryOptionsOf(getEnumValues, { enumTypeName: 'ConsignStatus' }),
    queryKey: ['GetEnumValues', { enumTypeName: 'ConsignStatus' }, language()],
    staleTime: 3_600_000,
    meta: { quiet: true },
  });

/** In the order of the enumeration; empty until it is loaded. */
export const useStatuses = (): { status: number; name: string }[] => {
  const { data } = useQuery(statusesQuery());
  return useMemo(
    () =>
      (data ?? []).map(({ value, name, text }) => ({ status: value, name: language() === 'zh' ? name : text || name })),
    [data],
  );
};

/** Name of a number; the number itself while the names are not loaded. */
export const useStatusName = (): ((status: number) => string) => {
  const statuses = useStatuses();
  return useCallback((status) => statuses.find((entry) => entry.status === status)?.name ?? String(status), [statuses]);
};

/** Statuses in which a consignment comes back, with a reason (CL-008, CL-014, CL-031). */
export const STATUSES_WITH_REASON: readonly number[] = [
  CONSIGN_STATUS.rejected,
  CONSIGN_STATUS.awaitingCorrection,
  CONSIGN_STATUS.returned,
];

export const isFlagOn = (config: UnitConfig, flag: string): boolean =>
  config[flag] === true || config[flag] === 1 || config[flag] === '1';

export type Fee = { kind: 'actual' | 'estimated'; amount: string };

/**
 * CF-021: the actual total at 60 or 80 if there is one; otherwise the estimated one, unless the unit hides it. Null:
 * nothing to show.
 */
export const displayedFee = (
  view: Pick<ConsignmentView, 'consignStatus' | 'actFee' | 'estimatedFee' | 'testUnitConfig'>,
): Fee | null => {
  if (
    (view.consignStatus === CONSIGN_STATUS.received || view.consignStatus === CONSIGN_STATUS.awaitingSignature) &&
    view.actFee !== null
  )
    return { kind: 'actual', amount: view.actFee };
  if (isFlagOn(view.testUnitConfig, 'IsConsignHideEstimatedCost') || view.estimatedFee === null) return null;
  return { kind: 'estimated', amount: view.estimatedFee };
};

/** The estimated fee of a sample is hidden with the estimate; its prices may be hidden separately (CF-022). */
export const showsSampleFees = (view: Pick<ConsignmentView, 'testUnitConfig' | 'samples'>): boolean =>
  !isFlagOn(view.testUnitConfig, 'IsConsignHideEstimatedCost') &&
  !view.samples.some(({ totalFee }) => totalFee === null);

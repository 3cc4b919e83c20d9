import { useQuery } from '@tanstack/react-query';
import { getBusinessParam, getDetectionTypes, getListByGroupId, type UnitConfig } from '#contract';
import { unitQueryOptions, useUnitService } from '../../lib/pre-service.js';
import { TEST_CATEGORIES } from './form-values.js';

const quietOptions = { meta: { quiet: true }, staleTime: 60_000 } as const;
/** Group of the dictionary (002 PRE-005). */
const MAIL_COMPANIES = 'mailCompanies';
const RECOMMENDED = 'USING_RECOMMENDED_PARAMETER_STANDARD';

/**
 * Test categories of the unit's laboratory system; the three default ones if it has none or does not respond (CF-011).
 */
export const useTestCategories = (testUnitId: string | null): readonly string[] => {
  const { isIntegrated, unitCode } = useUnitService(testUnitId);
  const categoryQuery = useQuery({
    ...unitQueryOptions(getDetectionTypes, { organizationCode: unitCode }, testUnitId),
    ...quietOptions,
    enabled: isIntegrated,
  });
  const categories = isIntegrated ? (categoryQuery.data ?? []).map(({ typename }) => typename) : [];
  return categories.length > 0 ? [...new Set(categories)] : TEST_CATEGORIES;
};

/** Names of the companies that carry samples to the unit; empty while they load, and if they cannot be read. */
export const useMailCompanies = (testUnitId: string | null): readonly string[] => {
  const companyQuery = useQuery({
    ...unitQueryOptions(getListByGroupId, {
      getListByGroupId: '',
      dictGroupId: MAIL_COMPANIES,
      ...(testUnitId ? { testUnitId } : {}),
    }),
    ...quietOptions,
  });
  return [...new Set((companyQuery.data ?? []).map(({ typename }) => typename))];
};

/**
 * The unit's parameters, with the standards setting of its laboratory system; without a response, recommended standards
 * are off (EM-005, AERR-009).
 */
export const useUnitConfig = (testUnitId: string | null, config: UnitConfig): UnitConfig => {
  const { isIntegrated } = useUnitService(testUnitId);
  const configQuery = useQuery({
    ...unitQueryOptions(getBusinessParam, { keys: RECOMMENDED, ...(testUnitId ? { testUnitId } : {}) }),
    ...quietOptions,
    enabled: isIntegrated,
  });
  return isIntegrated ? { ...config, [RECOMMENDED]: configQuery.data?.[RECOMMENDED] === 'Y' } : config;
};

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getConcatRules, getOtherInfo, saveSpecification } from '#contract';
import { dashless, type RulePart, ruleConfigOf, sameId, type SpecificationProperty } from '#domain';
import { noteFailure } from '../../lib/failures.js';
import { unitCall, unitReadOf, unitService, useUnitService } from '../../lib/pre-service.js';

type Asked = { sampleId: string; testUnitId: string | null };

const KEPT = 300_000;
const quiet = { meta: { quiet: true }, staleTime: KEPT, retry: false } as const;

/**
 * By what rule a new specification is joined (SPM-006): a unit with a laboratory system of its own is asked for it; else the
 * parts are those the catalogue gives with the sample's auxiliary properties. Without an answer there is no rule.
 */
export const useSpecificationRule = (
  { sampleId, testUnitId }: Asked,
  enabled: boolean,
): { isPending: boolean; parts: readonly RulePart[]; example: string } => {
  const scope = testUnitId === null ? {} : { testUnitId };
  const { isIntegrated, isPending } = useUnitService(testUnitId);
  const knowsUnit = !isPending;
  const rules = useQuery({
    ...unitReadOf(getConcatRules, { sampleId, ...scope }),
    ...quiet,
    enabled: enabled && knowsUnit && isIntegrated,
  });
  const other = useQuery({
    ...unitReadOf(getOtherInfo, { sampleId, paramIds: '', ...scope }),
    ...quiet,
    enabled: enabled && knowsUnit && !isIntegrated,
  });
  if (!enabled) return { isPending: false, parts: [], example: '' };
  if (!knowsUnit) return { isPending: true, parts: [], example: '' };
  if (!isIntegrated)
    return {
      isPending: other.isPending,
      parts: other.data?.specificationParts ?? [],
      example: other.data?.specificationExample ?? '',
    };
  const rule = rules.data?.find((one) => sameId(one.sampleId, sampleId));
  return { isPending: rules.isPending, parts: rule?.configData ?? [], example: rule?.example ?? '' };
};

/** Keeps the rows as the unit's rule for this sample (SPM-009), if it has a laboratory system. A failure is logged, nobody is told (SPM-011). */
export const useKeepRule = ({
  sampleId,
  testUnitId,
}: Asked): ((rows: readonly SpecificationProperty[]) => Promise<void>) => {
  const queries = useQueryClient();
  return async (rows) => {
    if (testUnitId === null) return;
    try {
      const { isIntegrated } = await unitService(queries, testUnitId);
      if (isIntegrated)
        await unitCall(queries, saveSpecification, {
          query: { testUnitId },
          body: { sampleId: dashless(sampleId), configData: ruleConfigOf(rows) },
        });
    } catch (error) {
      noteFailure(error);
    }
  };
};

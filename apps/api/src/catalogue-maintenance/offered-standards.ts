import { dashedId, problem, refuseIf, uniqueKeyOf, type StandardRow } from '#domain';
import type { OfferedStandard } from '#events';

type Typed = { standardId: string; clauseCode: string; useType: '1' | '2' | '3'; isDefault: boolean };

/** Standards as a parameter offers them, with the facts of the list of standards. @throws RuleBroken STANDARD_UNKNOWN for each that is not in it. */
export const offeredStandards = (
  typed: readonly Typed[],
  known: ReadonlyMap<string, StandardRow>,
): OfferedStandard[] => {
  refuseIf(
    typed.flatMap(({ standardId }, place) =>
      known.has(dashedId(standardId)) ? [] : [problem('STANDARD_UNKNOWN', {}, `standards.${place}`)],
    ),
  );
  return typed.flatMap(({ standardId, clauseCode, useType, isDefault }) => {
    const standard = known.get(dashedId(standardId));
    return standard
      ? [
          {
            standardId: standard.id,
            publishCode: standard.publishCode,
            clauseCode,
            type: standard.type,
            useType,
            isDefault,
            uniqueKey: uniqueKeyOf(standard, clauseCode),
          },
        ]
      : [];
  });
};

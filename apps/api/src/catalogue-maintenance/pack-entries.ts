import { packEntryOf, problem, refuseIf, sameId } from '#domain';
import type { CataloguePack, CatalogueSample } from '#events';

/**
 * These parameters of a sample as a pack holds them. One that the sample does not have any more stays in the pack as it was, for forms to
 * leave out. @throws RuleBroken PARAMETER_UNKNOWN for one that neither has.
 */
export const packEntries = (
  paramIds: readonly string[],
  { entries }: Pick<CataloguePack, 'entries'>,
  sample: CatalogueSample,
): CataloguePack['entries'] => {
  const thereBefore = (paramId: string) => entries.find(({ param }) => sameId(param.id, paramId));
  refuseIf(
    paramIds.flatMap((id, place) =>
      sample.parameters.some((each) => sameId(each.id, id)) || thereBefore(id)
        ? []
        : [problem('PARAMETER_UNKNOWN', { sample: sample.name }, `paramIds.${place}`)],
    ),
  );
  return paramIds.flatMap((paramId) => {
    const parameter = sample.parameters.find(({ id }) => sameId(id, paramId));
    const before = thereBefore(paramId);
    return parameter ? [packEntryOf(parameter, before)] : before ? [before] : [];
  });
};

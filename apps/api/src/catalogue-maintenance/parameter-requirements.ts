import { v5 } from 'uuid';
import type { KeptRequirement } from '#contract';
import { problem, refuseIf, sameId } from '#domain';
import type { CatalogueSample } from '#events';
import { cleanRequirement } from './clean-requirement.js';

type Typed = Omit<KeptRequirement, 'id'> & { id?: string | undefined };

/** Of what is asked for because of some parameters. */
export const isByParameter = ({ paramIds }: CatalogueSample['requirements'][number]): boolean => paramIds.length > 0;

/**
 * A sample with these requirements by parameter, in their order; what it asks whatever is tested stays. Text that says the same is left as it is.
 * @throws RuleBroken CATALOGUE_TEXT_REQUIRED; NO_SUCH_PARAMETER for one that neither the sample nor the requirement had
 */
export const withParameterRequirements = (
  sampleId: string,
  sample: CatalogueSample,
  typed: readonly Typed[] | undefined,
): CatalogueSample => {
  if (!typed) return sample;
  const thereOf = ({ id }: Typed) => sample.requirements.find((each) => sameId(each.id, id ?? null));
  const texts = typed.map((each) => {
    const before = thereOf(each)?.defaultSampleDescription ?? '';
    return each.text === before ? before : cleanRequirement(each.text, before);
  });
  refuseIf(
    typed.flatMap((each, place) => [
      ...((texts[place] ?? '').replaceAll(/<(?!img)[^>]*>/g, '').trim() === ''
        ? [problem('CATALOGUE_TEXT_REQUIRED', {}, `requirements.${place}.text`)]
        : []),
      ...(each.paramIds.every((id) =>
        [...sample.parameters.map((parameter) => parameter.id), ...(thereOf(each)?.paramIds ?? [])].some((known) =>
          sameId(known, id),
        ),
      )
        ? []
        : [problem('NO_SUCH_PARAMETER', {}, `requirements.${place}.paramIds`)]),
    ]),
  );
  let last = Math.max(0, ...sample.requirements.filter((each) => !isByParameter(each)).map(({ orderNum }) => orderNum));
  const requirements = typed.map((each, place) => {
    const there = thereOf(each);
    last = Math.max(last + 1, there?.orderNum ?? 0);
    return {
      id: there?.id ?? v5(`requirement/${place}/${each.text}`, sampleId),
      paramIds: [...each.paramIds],
      defaultSampleDescription: texts[place] ?? '',
      orderNum: last,
    };
  });
  return { ...sample, requirements: [...sample.requirements.filter((each) => !isByParameter(each)), ...requirements] };
};

import type { CataloguePack, CatalogueSample, Sample } from '#events';
import { packProblem } from '../packs/pack-rules.js';
import type { Problem } from '../rules/rule-broken.js';
import { sameId } from '../rules/same-id.js';
import { missingStandardsProblem, missingUses } from '../standards/required-standards.js';

export type SelectionToCheck = {
  sample: Pick<Sample, 'parameters' | 'standards' | 'isNeedConclusion' | 'pack' | 'testUnitSampleId'>;
  catalogue: Pick<CatalogueSample, 'parameters'>;
  /** The pack that the sample names, as the laboratory has it; null for none. */
  pack: CataloguePack | null;
  /** The unit works with recommended standards (USING_RECOMMENDED_PARAMETER_STANDARD). */
  recommended: boolean;
};

/** What the form would not let pass either: a pack that is not what was chosen, and parameters without their standards (PK-004, STD-013). */
export const selectionProblems = ({ sample, catalogue, pack, recommended }: SelectionToCheck): Problem[] => {
  const { parameters, standards, isNeedConclusion } = sample;
  const ofPack = packProblem(sample, pack, catalogue.parameters);
  const missing = recommended
    ? parameters.flatMap(({ tuTestParamId, tuTestParamName, standards: links }, index) => {
        const offered = catalogue.parameters.find(({ id }) => sameId(id, tuTestParamId));
        const lacking = offered
          ? missingStandardsProblem(
              tuTestParamName,
              missingUses({ offered, links, ofSample: standards, isNeedConclusion }),
              `tuSampleParamIds.${index}.buSampleParamUseBaseStandard`,
            )
          : null;
        return lacking ? [lacking] : [];
      })
    : [];
  return [...(ofPack ? [ofPack] : []), ...missing];
};

import type { CatalogueSample, SpecificationRuleLine } from '#events';

export type ConcatRule = {
  id: string;
  sampleId: string;
  name: string;
  separator: string;
  example: string;
  configData: readonly SpecificationRuleLine[];
};

/** Between properties where nobody says otherwise (001 section 9). */
const SPACE = ' ';

/** The rule by which the specification of a sample is joined: the saved lines, else those of the catalogue; null where there are neither (001 SAPI-019). */
export const concatRuleOf = (
  { id: sampleId, name, specificationRule: rule }: Pick<CatalogueSample, 'name' | 'specificationRule'> & { id: string },
  saved: readonly SpecificationRuleLine[] | null,
): ConcatRule | null => {
  if (!rule) return saved && { id: sampleId, sampleId, name, separator: SPACE, example: '', configData: saved };
  return {
    id: rule.id,
    sampleId,
    name: rule.name,
    separator: rule.separator,
    example: rule.example,
    configData: saved ?? rule.parts,
  };
};

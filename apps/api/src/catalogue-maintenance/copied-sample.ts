import { v5 } from 'uuid';
import type { CatalogueSample } from '#events';

/** A sample once more, with ids of its own for everything that hangs on it; what names a parameter names the copy's. */
export const copiedSample = (
  sample: CatalogueSample,
  copyId: string,
  { sampleName, sampleCode }: { sampleName?: string | undefined; sampleCode?: string | undefined },
): CatalogueSample => {
  const copyOf = (id: string): string => v5(id, copyId);
  const name = sampleName ?? `${sample.name}（副本）`;
  return {
    ...sample,
    name,
    sampleCode: sampleCode ?? `${sample.sampleCode}-${copyId.slice(0, 4)}`,
    sysTestSampleId: copyId,
    sampleNameLink: [...sample.sampleNameLink.split(' → ').slice(0, -1), name].join(' → '),
    parameters: sample.parameters.map((parameter) => ({ ...parameter, id: copyOf(parameter.id) })),
    properties: sample.properties.map((property) => ({
      ...property,
      testSamplePropertyId: copyOf(property.testSamplePropertyId),
    })),
    specificationRule: sample.specificationRule && {
      ...sample.specificationRule,
      id: copyOf(sample.specificationRule.id),
      parts: sample.specificationRule.parts.map((part) => ({
        ...part,
        attributeId: part.attributeId === null ? null : copyOf(part.attributeId),
      })),
    },
    requirements: sample.requirements.map((requirement) => ({
      ...requirement,
      id: copyOf(requirement.id),
      paramIds: requirement.paramIds.map(copyOf),
    })),
  };
};

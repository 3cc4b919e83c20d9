import type { PersonShown } from '#contract';
import type { Moment } from '#domain';
import type { PersonOfConsignment, Sample } from '#events';

/** Everybody a consignment named at a moment, under the part they play; what is blank names nobody. */
export const personsIn = (
  { after: { header, samples } }: Pick<Moment, 'after'>,
  parts: readonly PersonOfConsignment[],
): PersonShown[] => {
  const everybody: PersonShown[] = [
    { part: 'contact', about: '', cardNo: '', ...header.contact },
    ...header.ownerWitnesses.map((witness) => ({ part: 'ownerWitness' as const, about: '', ...witness })),
    ...header.supervisionWitnesses.map((witness) => ({ part: 'supervisionWitness' as const, about: '', ...witness })),
    ...samples.flatMap(samplersOf),
  ];
  return everybody.filter(({ part, name, cardNo, phone }) => parts.includes(part) && `${name}${cardNo}${phone}` !== '');
};

const samplersOf = ({ materialSamples = [], ...sample }: Sample): PersonShown[] =>
  [sample, ...materialSamples].flatMap(({ testUnitSampleName, sampler }) =>
    sampler ? [{ part: 'sampler' as const, about: testUnitSampleName, ...sampler }] : [],
  );

import type { PersonInRevision } from '#contract';
import type { HistoryRevision } from '#domain/consignment';
import type { PersonOfConsignment, Sample } from '#events';

/** All persons that a consignment names at a moment, with their part. Blank entries are left out. */
export const personsOfRevision = (
  { after: { header, samples } }: Pick<HistoryRevision, 'after'>,
  parts: readonly PersonOfConsignment[],
): PersonInRevision[] => {
  const everybody: PersonInRevision[] = [
    { part: 'contact', about: '', cardNo: '', ...header.contact },
    ...header.ownerWitnesses.map((witness) => ({ part: 'ownerWitness' as const, about: '', ...witness })),
    ...header.supervisionWitnesses.map((witness) => ({ part: 'supervisionWitness' as const, about: '', ...witness })),
    ...samples.flatMap(samplersOf),
  ];
  return everybody.filter(({ part, name, cardNo, phone }) => parts.includes(part) && `${name}${cardNo}${phone}` !== '');
};

const samplersOf = ({ materialSamples = [], ...sample }: Sample): PersonInRevision[] =>
  [sample, ...materialSamples].flatMap(({ testUnitSampleName, sampler }) =>
    sampler ? [{ part: 'sampler' as const, about: testUnitSampleName, ...sampler }] : [],
  );

type Fingerprinter = (value: string) => string;

/**
 * Identifies a person in the log of readings without the name: by phone, otherwise by name, like the keys of persons
 * (ADR-003).
 */
export const personFingerprint = (
  toFingerprint: Fingerprinter,
  { name, phone }: { name: string; phone: string },
): string => toFingerprint(`person/${phone || name}`);

/** The same for the person of an account, independent of the phone number. */
export const accountFingerprint = (toFingerprint: Fingerprinter, userId: string): string =>
  toFingerprint(`account/${userId.toLowerCase()}`);

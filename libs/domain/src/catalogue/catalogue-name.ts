/** Joins the levels of a catalogue path, as the catalogue itself writes them. */
const STEP = '→';

/**
 * What is tested, by the catalogue: the last level of the sample's path. A test item of an appointment bears the name of its
 * structure (SF-020), so its own name does not tell.
 */
export const catalogueNameOf = ({
  sampleNameLink,
  testUnitSampleName,
}: {
  sampleNameLink: string;
  testUnitSampleName: string;
}): string => sampleNameLink.split(STEP).at(-1)?.trim() || testUnitSampleName;

import type { Sample } from '#events';
import { maskedName } from '../consignments/persons.js';

/** Who took the sample, masked as other persons are (ADR-016); a certificate number tells as much as a name. */
export const maskedSampler = (sample: Sample): Sample => {
  const { sampler } = sample;
  return sampler
    ? { ...sample, sampler: { ...sampler, name: maskedName(sampler.name), cardNo: maskedName(sampler.cardNo) } }
    : sample;
};

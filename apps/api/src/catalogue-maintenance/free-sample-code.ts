import { catalogueLeaves, problem, refuseIf, unitLeaves } from '#domain';
import type { Engines } from '#engines';
import { upToDate } from '../http/fresh.js';
import type { Holder } from './holder.js';
import type { KeptSamples } from './kept-samples.js';

/** Codes tell samples of one catalogue apart, in workbooks too. @throws RuleBroken SAMPLE_CODE_TAKEN when another sample of the holder has it. */
export const freeSampleCode = async (engines: Engines, kept: KeptSamples, holder: Holder, id: string, code: string): Promise<void> => {
  await upToDate(engines, catalogueLeaves, unitLeaves);
  const { leaves } = await kept.leaves(holder);
  refuseIf(leaves.some((leaf) => leaf.sampleCode === code && leaf.id !== id) ? problem('SAMPLE_CODE_TAKEN', { code }, 'sampleCode') : null);
};

import {
  catalogueLeaves,
  normalizedCode,
  problem,
  refuseIf,
  roomForOwnSamples,
  tooManyOwnSamples,
  unitLeaves,
  type HeldLeaf,
} from '#domain';
import type { Engines } from '#engines';
import { upToDate } from '../http/fresh.js';
import type { Holder } from './holder.js';
import type { KeptSamples } from './kept-samples.js';

/** Codes tell samples of one catalogue apart, in workbooks too; full-width ones are no others. @throws RuleBroken SAMPLE_CODE_TAKEN when another sample of the holder has it, TOO_MANY_OWN_SAMPLES */
export const freeSampleCode = async (
  engines: Engines,
  kept: KeptSamples,
  holder: Holder,
  id: string,
  code: string,
): Promise<void> => freeSampleCodes(engines, kept, holder, [{ id, code }]);

/** Codes of many samples, looked up once. @throws as freeSampleCode */
export const freeSampleCodes = async (
  engines: Engines,
  kept: KeptSamples,
  holder: Holder,
  wanted: readonly { id: string; code: string }[],
): Promise<void> => {
  if (wanted.length === 0) return;
  await upToDate(engines, catalogueLeaves, unitLeaves);
  const { leaves } = await kept.leaves(holder);
  const holders = new Map<string, HeldLeaf[]>();
  for (const leaf of leaves) {
    const code = normalizedCode(leaf.sampleCode);
    holders.set(code, [...(holders.get(code) ?? []), leaf]);
  }
  for (const { id, code } of wanted)
    refuseIf(
      holders.get(normalizedCode(code))?.some((leaf) => leaf.id !== id)
        ? problem('SAMPLE_CODE_TAKEN', { code }, 'sampleCode')
        : null,
    );
  const known = new Set(leaves.map(({ id }) => id));
  refuseIf(
    holder && wanted.filter(({ id }) => !known.has(id)).length > Math.max(0, roomForOwnSamples(leaves))
      ? tooManyOwnSamples()
      : null,
  );
};

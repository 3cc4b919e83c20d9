import { dashedId, problem, RuleBroken, sameId } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment, type Found } from '../consignments/find-consignment.js';
import { consignmentIdOf, sampleIn } from '../samples/find-sample.js';

/** What a file belongs to: a consignment, or one of its samples. */
export type Owner = { found: Found; sampleId?: string };

const isGuid = (text: string): boolean => /^[0-9a-f]{32}$/i.test(text.replaceAll('-', ''));

/**
 * Whose files a foreignKey names (001.md A-25): with a consignment as accessoryType a sample of it, else a consignment, or a sample
 * that the index knows.
 * @throws RuleBroken NO_SUCH_CONSIGNMENT, NO_SUCH_SAMPLE, and as findConsignment
 */
export const ownerOf = async (
  engines: Engines,
  { foreignKey, accessoryType }: { foreignKey: string; accessoryType: string },
  caller: Caller,
): Promise<Owner> => {
  const ofSample = async (consignmentId: string): Promise<Owner> => {
    const found = await findConsignment(engines.eventStore, consignmentId, caller);
    return { found, sampleId: sampleIn(found.state, foreignKey).id };
  };
  if (isGuid(accessoryType) && !sameId(accessoryType, foreignKey)) {
    const named = await orNull(() => ofSample(dashedId(accessoryType)), 'NO_SUCH_CONSIGNMENT');
    if (named) return named;
  }
  const whole = await orNull(
    async (): Promise<Owner> => ({ found: await findConsignment(engines.eventStore, foreignKey, caller) }),
    'NO_SUCH_CONSIGNMENT',
  );
  if (whole) return whole;
  const consignmentId = await orNull(() => consignmentIdOf(engines, { id: foreignKey }), 'NO_SUCH_SAMPLE');
  if (consignmentId === null) throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
  return ofSample(consignmentId);
};

/** Null instead of the one refusal that says there is no such thing. */
const orNull = async <Thing>(
  find: () => Promise<Thing>,
  missing: 'NO_SUCH_CONSIGNMENT' | 'NO_SUCH_SAMPLE',
): Promise<Thing | null> => {
  try {
    return await find();
  } catch (error) {
    if (error instanceof RuleBroken && error.code === missing) return null;
    throw error;
  }
};

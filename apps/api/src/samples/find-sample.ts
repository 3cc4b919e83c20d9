import type { Sample } from '#events';
import type { ConsignmentFacts } from '#domain/consignment';
import { problem, RuleBroken } from '#domain/rules';
import { findSampleById } from '#domain/sample';
import { sampleIndex, type SampleIndexRow } from '#domain/views';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment, type ReadableConsignment } from '../consignments/consignment-access.js';
import { getOrWait } from '../http/wait-for-view.js';

/** The id of a sample, and of its consignment if the caller names it. */
export type SampleKey = { id: string; consignId?: string | undefined };

/**
 * The id of a sample's consignment: from the key if it contains one, else from the index. If the index lacks the
 * sample, waits until the index has caught up with the log, and reads again (ADR-021).
 * @throws RuleBroken NO_SUCH_SAMPLE
 */
export const findConsignmentId = async (engines: Engines, { id, consignId }: SampleKey): Promise<string> => {
  if (consignId !== undefined) return consignId;
  const row = await getOrWait<SampleIndexRow>(engines, sampleIndex, id);
  if (!row) throw new RuleBroken(problem('NO_SUCH_SAMPLE'));
  return row.consignmentId;
};

/**
 * A sample with its consignment, if the caller may read it. @throws RuleBroken NO_SUCH_SAMPLE, and as findConsignment
 */
export const findSample = async (
  engines: Engines,
  key: SampleKey,
  caller: Caller,
): Promise<{ consignment: ReadableConsignment; sample: Sample }> => {
  const consignment = await findConsignment(engines.eventStore, await findConsignmentId(engines, key), caller);
  return { consignment, sample: requireSample(consignment.state, key.id) };
};

/** A sample, or the own sample of a raw material. @throws RuleBroken NO_SUCH_SAMPLE */
export const requireSample = ({ samples }: ConsignmentFacts, sampleId: string): Sample => {
  const match = findSampleById(samples, sampleId);
  if (!match) throw new RuleBroken(problem('NO_SUCH_SAMPLE'));
  return match.sample;
};

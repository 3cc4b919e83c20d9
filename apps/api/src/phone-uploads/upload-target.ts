import { attachmentProblem, type OpenConsignment } from '#domain/consignment';
import { problem, refuseIf, RuleBroken, type Problem } from '#domain/rules';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/consignment-access.js';
import type { FileOwner } from '../files/attachments.queries.js';
import type { PhoneGrant } from '../qr-codes/qr-keys.js';
import { findSample } from '../samples/find-sample.js';

/** The phone pages that add files. */
export const UPLOAD_PAGES = ['entrustUploadFilesinfo', 'sampleUploadFilesinfo'] as const;

type UploadRequest = Pick<PhoneGrant, 'page' | 'ids'> & { holder: Caller };
export type UploadTarget = FileOwner & { state: OpenConsignment };

/**
 * The target of an upload key: the one consignment or the one sample in it. @throws RuleBroken ONE_OWNER_A_KEY, and as
 * findConsignment and findSample
 */
export const uploadTarget = async (engines: Engines, { page, ids, holder }: UploadRequest): Promise<UploadTarget> => {
  const [id, ...others] = ids;
  if (id === undefined || others.length > 0) throw new RuleBroken(problem('ONE_OWNER_A_KEY', {}, 'ids'));
  if (page === 'sampleUploadFilesinfo') {
    const { consignment, sample } = await findSample(engines, { id }, holder);
    return { consignment, sampleId: sample.id, state: requireOpen(consignment) };
  }
  const consignment = await findConsignment(engines.eventStore, id, holder);
  return { consignment, state: requireOpen(consignment) };
};

/** The reason why no files can be added any more, e.g. because the consignment was submitted meanwhile. */
export const uploadClosedProblem = ({ state }: UploadTarget, { actor }: Caller): Problem | null =>
  attachmentProblem(state, actor);

/** The check before a key is created. @throws RuleBroken as uploadTarget, or if no files can be added */
export const requireOpenForFiles =
  (page: UploadRequest['page']) =>
  async (engines: Engines, ids: readonly string[], caller: Caller): Promise<void> =>
    refuseIf(uploadClosedProblem(await uploadTarget(engines, { page, ids: [...ids], holder: caller }), caller));

const requireOpen = ({ state }: FileOwner['consignment']): OpenConsignment => {
  if (state.phase === 'open') return state;
  throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
};

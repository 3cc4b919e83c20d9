import type { Attachment } from '#events';
import { attachmentIn, attachmentIndex, problem, refuseIf, RuleBroken, type AttachmentIndexRow } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { getFresh } from '../http/fresh.js';

type Asked = { id: string; consignId?: string | undefined };

/**
 * The consignment an attachment belongs to: the one the caller names, else the one the index knows, looked for again once the
 * index has caught up with the log (ADR-021).
 * @throws RuleBroken NO_SUCH_ATTACHMENT
 */
export const consignmentOfAttachment = async (engines: Engines, { id, consignId }: Asked): Promise<string> => {
  if (consignId !== undefined) return consignId;
  const row = await getFresh<AttachmentIndexRow>(engines, attachmentIndex, id);
  if (!row) throw new RuleBroken(problem('NO_SUCH_ATTACHMENT'));
  return row.consignmentId;
};

/**
 * An attachment, if the caller may open it.
 * @throws RuleBroken NO_SUCH_ATTACHMENT; FILE_WITHHELD from who sees persons masked, for a file may name them (ADR-016); and as findConsignment
 */
export const findAttachment = async (engines: Engines, asked: Asked, caller: Caller): Promise<Attachment> => {
  const { state, personsShown } = await findConsignment(
    engines.eventStore,
    await consignmentOfAttachment(engines, asked),
    caller,
  );
  const attachment = attachmentIn(state, asked.id);
  refuseIf(personsShown ? null : problem('FILE_WITHHELD'));
  return attachment;
};

import { problem, type Problem } from '../rules/rule-broken.js';
import { sameId } from '../rules/same-id.js';

/** A kind of file as the testing unit asks for it. */
export type AttachmentKind = { id: string; name: string; enable: boolean; isRequire: boolean };

/** Names of the required kinds without a file, in the order of the kinds. One that is switched off is not asked for (AT-001). */
export const missingKinds = (
  kinds: readonly AttachmentKind[],
  files: readonly { accessoryTypeID: string }[],
): string[] =>
  kinds
    .filter(
      ({ id, enable, isRequire }) =>
        enable && isRequire && !files.some(({ accessoryTypeID }) => sameId(accessoryTypeID, id)),
    )
    .map(({ name }) => name);

/**
 * What keeps a sample from being saved for want of files (AT-003); null when nothing does. `files` are those of the sample and
 * of its consignment: one sealed form serves every sample (ADR-035).
 */
export const missingAttachments = (
  kinds: readonly AttachmentKind[],
  files: readonly { accessoryTypeID: string }[],
): Problem | null => {
  const names = missingKinds(kinds, files);
  return names.length === 0 ? null : problem('ATTACHMENTS_REQUIRED', { names: names.join('、') }, 'attachments');
};

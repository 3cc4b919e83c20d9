import type { Actor, Attachment, ConsignmentEvent } from '#events';
import {
  ATTACHMENT_LIMIT,
  CONSIGNMENT_FILE_LIMIT,
  countProblem,
  extensionsFor,
  fileProblem,
} from '../files/file-rules.js';
import { findSampleById } from '../sample/raw-materials.js';
import { problem, refuseIf, RuleBroken, type Problem } from '../rules/rule-broken.js';
import { sameId } from '../rules/equality.js';
import type { CommandOf } from './commands.js';
import { actionProblem } from './transitions.js';
import type { OpenConsignment } from './state.js';

type Kind = Pick<Attachment, 'accessoryType' | 'accessoryTypeID' | 'sampleId'>;

/**
 * Whether two files have the same type and belong to the same consignment or sample. Such files are counted together,
 * and one can replace another. Type ids match with or without dashes.
 */
export const isOfType = (left: Kind, right: Kind): boolean =>
  sameId(left.accessoryType, right.accessoryType) &&
  sameId(left.accessoryTypeID, right.accessoryTypeID) &&
  sameId(left.sampleId ?? null, right.sampleId ?? null);

/** The reason why the actor may not add or remove files now; null if there is none. */
export const attachmentProblem = (state: OpenConsignment, by: Actor): Problem | null =>
  actionProblem('attach', state, by);

/**
 * Adds a file. With `replaces`, the files of the same type and name are removed first; if one of them is identical to
 * the new file, nothing is recorded.
 */
export const addAttachment = (
  { by, attachment, replaces }: CommandOf<'AddAttachment'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(attachmentProblem(state, by));
  refuseIf(
    attachment.sampleId === undefined || findSampleById(state.samples, attachment.sampleId)
      ? null
      : problem('NO_SUCH_SAMPLE'),
  );
  refuseIf(fileProblem(attachment, extensionsFor(attachment)));
  const sameTypeFiles = state.attachments.filter((each) => isOfType(each, attachment));
  const replacedFiles = replaces ? sameTypeFiles.filter(({ name }) => name === attachment.name) : [];
  if (replacedFiles.some(({ hash, readonly }) => hash === attachment.hash && readonly === attachment.readonly))
    return [];
  refuseIf(replacedFiles.some(({ readonly }) => readonly) ? problem('ATTACHMENT_READONLY', {}, 'file') : null);
  refuseIf(
    countProblem({
      limit: ATTACHMENT_LIMIT,
      addedCount: 1,
      existingCount: sameTypeFiles.length - replacedFiles.length,
    }),
  );
  refuseIf(
    state.attachments.length - replacedFiles.length >= CONSIGNMENT_FILE_LIMIT
      ? problem('CONSIGNMENT_FILES_FULL', { limit: CONSIGNMENT_FILE_LIMIT }, 'file')
      : null,
  );
  return [
    ...replacedFiles.map(({ id }): ConsignmentEvent => ({ type: 'AttachmentRemoved', data: { attachmentId: id } })),
    { type: 'AttachmentAdded', data: { attachment } },
  ];
};

export const removeAttachment = (
  { by, attachmentId }: CommandOf<'RemoveAttachment'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(attachmentProblem(state, by));
  const { id, readonly } = attachmentIn(state, attachmentId);
  refuseIf(readonly ? problem('ATTACHMENT_READONLY') : null);
  return [{ type: 'AttachmentRemoved', data: { attachmentId: id } }];
};

/** @throws RuleBroken NO_SUCH_ATTACHMENT */
export const attachmentIn = (
  { attachments }: Pick<OpenConsignment, 'attachments'>,
  attachmentId: string,
): Attachment => {
  const attachment = attachments.find(({ id }) => sameId(id, attachmentId));
  if (!attachment) throw new RuleBroken(problem('NO_SUCH_ATTACHMENT'));
  return attachment;
};

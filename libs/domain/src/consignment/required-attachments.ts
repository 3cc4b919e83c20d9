import { dashless, sameId } from '../rules/equality.js';
import { problem, type Problem } from '../rules/rule-broken.js';

/** A kind of file as the testing unit asks for it. */
export type AttachmentKind = { id: string; name: string; enable: boolean; isRequire: boolean };

/**
 * Names of the required kinds without a file, in the order of the kinds. One that is switched off is not asked for
 * (AT-001).
 */
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
 * What keeps a sample from being saved for want of files (AT-003); null when nothing does. `files` are those of the
 * sample and of its consignment: one sealed form serves every sample (ADR-035).
 */
export const missingAttachments = (
  kinds: readonly AttachmentKind[],
  files: readonly { accessoryTypeID: string }[],
): Problem | null => {
  const names = missingKinds(kinds, files);
  return names.length === 0 ? null : problem('ATTACHMENTS_REQUIRED', { names: names.join('、') }, 'attachments');
};

/**
 * Files of a consignment as the forms hold them (AT-008): `list` of the consignment itself, the others by their
 * sample's id without dashes.
 */
export type AttachmentState<File> = {
  shown: boolean;
  list: readonly File[];
  bySample: ReadonlyMap<string, readonly File[]>;
};

/** `files` undefined: not read yet, and nothing is shown. A file without a foreignKey is the consignment's. */
export const attachmentState = <File extends { foreignKey: string }>(
  files: readonly File[] | undefined,
  consignId: string,
): AttachmentState<File> => {
  const list: File[] = [];
  const bySample = new Map<string, File[]>();
  for (const file of files ?? []) {
    const key = dashless(file.foreignKey);
    if (key === '' || sameId(file.foreignKey, consignId)) list.push(file);
    else bySample.set(key, [...(bySample.get(key) ?? []), file]);
  }
  return { shown: files !== undefined, list, bySample };
};

/** Files of one sample, its id with or without dashes. */
export const filesOfSample = <File>({ bySample }: AttachmentState<File>, sampleId: string): readonly File[] =>
  bySample.get(dashless(sampleId)) ?? [];

import { dashless, sameId } from '../rules/equality.js';
import { problem, type Problem } from '../rules/rule-broken.js';

/** An accessory type of the testing unit. */
export type AttachmentKind = { id: string; name: string; enable: boolean; isRequire: boolean };

/**
 * Names of the required accessory types without a file, in the order of the types. Disabled types are not required
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
 * The problem of a sample with missing files, which prevents saving it (AT-003); null if there is none. `files` are
 * those of the sample and of its consignment, because one sealed form serves every sample (ADR-035).
 */
export const missingAttachments = (
  kinds: readonly AttachmentKind[],
  files: readonly { accessoryTypeID: string }[],
): Problem | null => {
  const names = missingKinds(kinds, files);
  return names.length === 0 ? null : problem('ATTACHMENTS_REQUIRED', { names: names.join('、') }, 'attachments');
};

/**
 * Files of a consignment as the forms hold them (AT-008). `list` are those of the consignment itself; the others are
 * grouped by the sample's id without dashes.
 */
export type AttachmentState<File> = {
  shown: boolean;
  list: readonly File[];
  bySample: ReadonlyMap<string, readonly File[]>;
};

/**
 * `files` is undefined until they are read; nothing is shown then. A file without a foreignKey belongs to the
 * consignment.
 */
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

/** Files of one sample. Its id may have dashes. */
export const filesOfSample = <File>({ bySample }: AttachmentState<File>, sampleId: string): readonly File[] =>
  bySample.get(dashless(sampleId)) ?? [];

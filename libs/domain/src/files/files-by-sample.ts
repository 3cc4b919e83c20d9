import { dashless, sameId } from '../rules/same-id.js';

/** Files of a consignment as the forms hold them (AT-008): `list` of the consignment itself, the others by their sample's id without dashes. */
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

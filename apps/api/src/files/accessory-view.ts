import { FOREIGN_TABLE, type Accessory } from '#contract';
import type { Attachment } from '#events';
import type { Caller } from '../auth/caller.js';
import type { FileLinks } from './file-links.js';

/** An attachment as this caller may open it: without an address when the persons in it are not the caller's to see (ADR-016). */
export const accessoryView = async (
  attachment: Attachment,
  consignmentId: string,
  links: FileLinks,
  caller: Caller,
  personsShown: boolean,
): Promise<Accessory> => {
  const url = personsShown ? await links.linkTo(attachment, caller) : '';
  const { id, name, size, addedAt, accessoryType, accessoryTypeID, readonly, sampleId } = attachment;
  return {
    id,
    name,
    size,
    creationTime: addedAt,
    url,
    foreignTable: FOREIGN_TABLE,
    foreignKey: sampleId ?? consignmentId,
    accessoryType,
    accessoryTypeID,
    readonly,
    isReplace: false,
  };
};

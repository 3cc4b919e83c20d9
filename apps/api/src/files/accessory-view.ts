import { FOREIGN_TABLE, type Accessory } from '#contract';
import type { Attachment } from '#events';
import type { Caller } from '../auth/caller.js';
import type { FileLinks } from './file-links.js';

/** An attachment as this caller may open it. */
export const accessoryView = async (attachment: Attachment, consignmentId: string, links: FileLinks, caller: Caller): Promise<Accessory> => {
  const { id, name, size, addedAt, accessoryType, accessoryTypeID, readonly } = attachment;
  return { id, name, size, creationTime: addedAt, url: await links.linkTo(attachment, caller), foreignTable: FOREIGN_TABLE, foreignKey: consignmentId, accessoryType, accessoryTypeID, readonly, isReplace: false };
};

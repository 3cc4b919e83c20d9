import type { PhoneFile } from '#contract';
import type { Attachment } from '#events';

/** A file by name, without an address: a key adds files, it opens none. */
export const toPhoneFile = ({ id, name, size, addedAt, accessoryTypeID }: Attachment): PhoneFile => ({
  id,
  name,
  size,
  creationTime: addedAt,
  accessoryTypeID,
});

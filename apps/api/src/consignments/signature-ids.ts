import { v5 } from 'uuid';
import type { CommandContext, SignatureIds } from '#domain';

/** Ids for the signature entries that a command on one consignment may ask for; the same for a repeated request. */
export const signatureIdsFor = (consignmentId: string, { commandId }: CommandContext): SignatureIds => ({
  consignor: v5(`signature/${consignmentId}/1`, commandId),
  owner: v5(`signature/${consignmentId}/2`, commandId),
  supervision: v5(`signature/${consignmentId}/3`, commandId),
});

import { v5 } from 'uuid';
import type { CommandContext, SignatureIds } from '#domain';

/** Ids for the signature entries that a command on one consignment may ask for; the same for a repeated request. Made when asked for: most submissions ask for none. */
export const signatureIdsFor = (consignmentId: string, { commandId }: CommandContext): SignatureIds => {
  const idOf = (kind: string | number) => v5(`signature/${consignmentId}/${kind}`, commandId);
  return {
    get consignor() {
      return idOf(1);
    },
    get owner() {
      return idOf(2);
    },
    get supervision() {
      return idOf(3);
    },
    further: (signType, place) => idOf(`${signType}/${place}`),
  };
};

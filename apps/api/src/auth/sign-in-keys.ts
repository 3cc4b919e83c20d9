import { foldedName } from '#domain/text';
import { fingerprint, type Vault } from '#engines';
import { networkOfAddress } from './network-of.js';

/** Whose failures are counted: those of a user, however the name was written, of a name that is no user's, or of the door of a laboratory's system. */
export type GuessTarget = { userId: string } | { name: string } | { labSystem: string };

/** What failures are counted under. No user's id begins like one of the others, and what strangers type stands behind `name/` alone. */
export const signInStreamKey = {
  account: (guessed: GuessTarget): string => {
    if ('userId' in guessed) return guessed.userId.toLowerCase();
    return 'name' in guessed ? `name/${foldedName(guessed.name)}` : `lab-system/${foldedName(guessed.labSystem)}`;
  },
  /** One account from one network. */
  place: (guessed: GuessTarget, address: string): string =>
    `at/${networkOfAddress(address)}/${signInStreamKey.account(guessed)}`,
  network: (address: string): string => `address/${networkOfAddress(address)}`,
  device: (device: string): string => `device/${device}`,
  /** Guesses of the own password by somebody who is signed in. */
  own: (userId: string): string => `own/${userId.toLowerCase()}`,
};

/** The stream of what is counted under a key; the log shows neither names nor addresses. */
export const signInStreamId = (vault: Vault, key: string): Promise<string> => fingerprint(vault, `sign-in/${key}`);

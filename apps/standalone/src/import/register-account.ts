import { hash } from '@node-rs/argon2';
import { foldedName, handle, load, reservation, reservationId, streamOf, user, type UserRegistration } from '#domain';
import { fingerprint, type Vault } from '#engines';
import type { EventStore } from '#events';
import { importContext } from './run-import.js';

/**
 * Registers a user of the installation itself, once: reserves the name, stores the password's hash in the vault, appends
 * the user last. So a run that was killed before leaves nobody who can sign in, and the next one takes the new password.
 * @returns false when the user exists.
 */
export const registerAccount = async (
  store: EventStore,
  vault: Vault,
  account: { id: string; password: string; registration: UserRegistration },
  at: string,
): Promise<boolean> => {
  const { id, password, registration } = account;
  if ((await load(store, user, id)).state) return false;
  const reserved = reservationId('userName', await fingerprint(vault, foldedName(registration.userName)));
  await handle(
    store,
    reservation,
    reserved,
    { type: 'Reserve', kind: 'userName', holderId: id },
    importContext(streamOf(reservation, reserved), at),
  );
  await vault.setCredential(id, await hash(password));
  await handle(store, user, id, { type: 'RegisterUser', registration }, importContext(streamOf(user, id), at));
  return true;
};

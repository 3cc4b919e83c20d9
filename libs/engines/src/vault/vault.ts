/**
 * `root` is the session that this one derives from, at whatever remove; absent for one that somebody signed in to. They are one family.
 * It came later: sessions before it are each a family of their own.
 */
export type Session = { jti: string; userId: string; createdAt: string; expiresAt: string; root?: string };

/** One thing the vault holds, as it is carried to another vault. */
export type VaultEntry =
  | { kind: 'sealingKey'; index: string; key: Uint8Array }
  | { kind: 'secret'; name: string; value: string }
  | { kind: 'credential'; userId: string; passwordHash: string }
  | { kind: 'session'; session: Session };

/** Another value is there already under the same name; `entry` says which, never what it is. */
export class VaultConflict extends Error {
  override name = 'VaultConflict';

  constructor(readonly entry: string) {
    super(`The vault holds another ${entry}`);
  }
}

/** Port. What must not be in the log: password hashes, sessions, keys of personal fields, signing keys (ADR-003, ADR-012). */
export interface Vault {
  /** Key (32 bytes) stored under an index; made on first use. Two callers at once get the same key. */
  sealingKey(index: string): Promise<Uint8Array>;
  /** Keys of these indexes; those deleted or never made are absent. */
  sealingKeys(indexes: string[]): Promise<Map<string, Uint8Array>>;
  /** Deletes a person's keys for good: what they sealed reads as erased. Returns how many there were. */
  deleteSealingKeys(indexes: string[]): Promise<number>;
  /** A secret of the installation, e.g. the HMAC secret or the token signing key; `make` is called once, ever. */
  secret(name: string, make: () => string | Promise<string>): Promise<string>;

  setCredential(userId: string, passwordHash: string): Promise<void>;
  credential(userId: string): Promise<string | null>;
  /** Forgets a password hash; one that is not there is forgotten already. */
  deleteCredential(userId: string): Promise<void>;
  addSession(session: Session): Promise<void>;
  /** A session that was not ended, though it may have expired; one that derives from another is there as long as that one is. */
  session(jti: string): Promise<Session | null>;
  /** Ends one session, and with it what derives from it. */
  endSession(jti: string): Promise<void>;
  /** Ends the whole family of a session, whichever of its members is named. */
  endFamily(jti: string): Promise<void>;
  /** Deletes sessions that expired at this time (UTC ISO) or before, at most so many, the oldest first. Returns how many. */
  deleteExpiredSessions(at: string, limit: number): Promise<number>;

  /** Everything it holds, in groups. What is changed meanwhile is seen as it was or as it is. */
  entries(): AsyncIterable<VaultEntry[]>;
  /** Adds what is missing; what is there stays. @throws VaultConflict when what is there is not the same; others of the group may have been added. */
  add(entries: readonly VaultEntry[]): Promise<void>;
  /** What was deleted before is gone from its files, as far as it has files of its own. */
  overwriteDeleted(): Promise<void>;
  close(): Promise<void>;
}

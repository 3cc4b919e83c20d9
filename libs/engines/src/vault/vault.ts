import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/**
 * `root` is the session that this one derives from, directly or indirectly; missing for a session that began with a
 * sign-in. A root and its derived sessions are a family. Sessions from before families existed are each a family of
 * their own.
 */
export type Session = { jti: string; userId: string; createdAt: string; expiresAt: string; root?: string };

/** An entry of the vault, in the form in which it is moved to another vault. */
export type VaultEntry =
  | { kind: 'sealingKey'; index: string; key: Uint8Array }
  | { kind: 'secret'; name: string; value: string }
  | { kind: 'credential'; userId: string; passwordHash: string }
  | { kind: 'session'; session: Session };

/** The vault has another value with the same name; `entry` is that name, without the value. */
export class VaultConflict extends Error {
  override name = 'VaultConflict';

  constructor(readonly entry: string) {
    super(`The vault holds another ${entry}`);
  }
}

/**
 * Port. Data that must not be in the log: password hashes, sessions, keys of personal fields, signing keys (ADR-003,
 * ADR-012).
 */
export interface Vault {
  /** The key (32 bytes) of an index, made on first use. Two callers at the same time get the same key. */
  sealingKey(index: string): Promise<Uint8Array>;
  /** The existing keys of these indexes. */
  sealingKeys(indexes: string[]): Promise<Map<string, Uint8Array>>;
  /** Deletes the keys of a person for good: data that they sealed reads as erased. Returns how many there were. */
  deleteSealingKeys(indexes: string[]): Promise<number>;
  /**
   * A secret of the installation, e.g. the HMAC secret or the token signing key. `make` is called if it does not exist
   * yet.
   */
  secret(name: string, make: () => string | Promise<string>): Promise<string>;

  setCredential(userId: string, passwordHash: string): Promise<void>;
  credential(userId: string): Promise<string | null>;
  /** Deletes a password hash, if there is one. */
  deleteCredential(userId: string): Promise<void>;
  addSession(session: Session): Promise<void>;
  /** A session that was not ended, even if it has expired. A derived session exists only as long as its root. */
  session(jti: string): Promise<Session | null>;
  /** Ends one session and the sessions that derive from it. */
  endSession(jti: string): Promise<void>;
  /** Ends the whole family of a session; `jti` is any of its members. */
  endFamily(jti: string): Promise<void>;
  /**
   * Deletes up to `limit` sessions that expired at this time (UTC, ISO 8601) or before, the oldest first. Returns how
   * many.
   */
  deleteExpiredSessions(at: string, limit: number): Promise<number>;

  /** All entries, in groups. A change during the call may or may not be included. */
  entries(): AsyncIterable<VaultEntry[]>;
  /**
   * Adds missing entries; existing ones stay.
   * @throws VaultConflict if an existing entry differs; others of the group may have been added
   */
  add(entries: readonly VaultEntry[]): Promise<void>;
  /** Removes deleted data from the files of the engine, if it has any. */
  overwriteDeleted(): Promise<void>;
  close(): Promise<void>;
}

const CODE_RANGE = 1_000_000;

/**
 * The six digits of a verification code. They are derived from a secret of the vault and the id of the request, so that
 * nothing has to be stored, a message that is sent again has the same code, and neither log nor views contain it
 * (ADR-013).
 */
export const verificationCode = async (vault: Vault, requestId: string): Promise<string> => {
  const secret = await vault.secret('verification-codes', () => randomBytes(32).toString('base64url'));
  const hmacValue = createHmac('sha256', secret).update(requestId).digest().readUIntBE(0, 6);
  return String(hmacValue % CODE_RANGE).padStart(6, '0');
};

/** Returns a function for fingerprints with the key of the installation, for callers that need many. */
export const fingerprinter = async (vault: Vault): Promise<(value: string) => string> => {
  const key = await vault.secret('reservation-index', () => randomBytes(32).toString('base64url'));
  return (value) => createHmac('sha256', key).update(value).digest('hex');
};

/**
 * Replaces a value in the names of streams, so that the log does not contain it (ADR-002): 64 hexadecimal digits, the
 * same for the same value in one installation.
 */
export const fingerprint = async (vault: Vault, value: string): Promise<string> => (await fingerprinter(vault))(value);

/**
 * The secret that signs deliveries to a webhook endpoint: `whsec_` and 32 bytes in base64 (Standard Webhooks 1.0). It
 * is derived from its id and a key of the installation, so it need not be stored, and a repeated request returns the
 * same secret.
 */
export const webhookSecret = async (vault: Vault, webhookId: string, secretId: string): Promise<string> => {
  const key = await vault.secret('webhook-secrets', () => randomBytes(32).toString('base64url'));
  return `whsec_${createHmac('sha256', key).update(`${webhookId}/${secretId}`).digest('base64')}`;
};

/** The key pair that signs all deliveries, in addition to the secrets; `publicKey`: `whpk_` and 32 bytes in base64. */
export type WebhookKeys = { privateKey: KeyObject; publicKey: string };

/** The ed25519 key pair of the installation, made on first use. */
export const webhookKeys = async (vault: Vault): Promise<WebhookKeys> => {
  const storedKey = await vault.secret('webhook-signing-key', () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  );
  const privateKey = createPrivateKey({ key: Buffer.from(storedKey, 'base64'), type: 'pkcs8', format: 'der' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { privateKey, publicKey: `whpk_${Buffer.from(x, 'base64url').toString('base64')}` };
};

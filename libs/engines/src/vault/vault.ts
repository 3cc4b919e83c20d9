import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/**
 * `root` is the session that this one derives from, at whatever remove; absent for one that somebody signed in to. They
 * are one family. It came later: sessions before it are each a family of their own.
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

/**
 * Port. What must not be in the log: password hashes, sessions, keys of personal fields, signing keys (ADR-003,
 * ADR-012).
 */
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
  /**
   * A session that was not ended, though it may have expired; one that derives from another is there as long as that
   * one is.
   */
  session(jti: string): Promise<Session | null>;
  /** Ends one session, and with it what derives from it. */
  endSession(jti: string): Promise<void>;
  /** Ends the whole family of a session, whichever of its members is named. */
  endFamily(jti: string): Promise<void>;
  /**
   * Deletes sessions that expired at this time (UTC ISO) or before, at most so many, the oldest first. Returns how
   * many.
   */
  deleteExpiredSessions(at: string, limit: number): Promise<number>;

  /** Everything it holds, in groups. What is changed meanwhile is seen as it was or as it is. */
  entries(): AsyncIterable<VaultEntry[]>;
  /**
   * Adds what is missing; what is there stays. @throws VaultConflict when what is there is not the same; others of the
   * group may have been added.
   */
  add(entries: readonly VaultEntry[]): Promise<void>;
  /** What was deleted before is gone from its files, as far as it has files of its own. */
  overwriteDeleted(): Promise<void>;
  close(): Promise<void>;
}

const RANGE = 1_000_000;

/**
 * The six digits that answer one request for a verification code. They follow from a secret of the vault, so that
 * nothing has to be stored, a message that is sent again says the same, and neither log nor views hold anything of it
 * (ADR-013).
 */
export const verificationCode = async (vault: Vault, requestId: string): Promise<string> => {
  const secret = await vault.secret('verification-codes', () => randomBytes(32).toString('base64url'));
  const drawn = createHmac('sha256', secret).update(requestId).digest().readUIntBE(0, 6);
  return String(drawn % RANGE).padStart(6, '0');
};

/** Makes fingerprints with the installation's key, for who needs many. */
export const fingerprinter = async (vault: Vault): Promise<(value: string) => string> => {
  const key = await vault.secret('reservation-index', () => randomBytes(32).toString('base64url'));
  return (value) => createHmac('sha256', key).update(value).digest('hex');
};

/**
 * Stands for a value in the names of streams, so that the log does not show it (ADR-002): 64 hexadecimal digits, the
 * same for the same value on one installation.
 */
export const fingerprint = async (vault: Vault, value: string): Promise<string> => (await fingerprinter(vault))(value);

/**
 * The secret by which deliveries to a webhook endpoint are signed: `whsec_` and 32 bytes in base64 (Standard Webhooks
 * 1.0). It follows from its id and a key of the installation, so nothing of an endpoint has to be stored and a repeated
 * request answers the same secret.
 */
export const webhookSecret = async (vault: Vault, webhookId: string, secretId: string): Promise<string> => {
  const key = await vault.secret('webhook-secrets', () => randomBytes(32).toString('base64url'));
  return `whsec_${createHmac('sha256', key).update(`${webhookId}/${secretId}`).digest('base64')}`;
};

/**
 * The key pair by which the platform signs all deliveries beside their secrets; `publicKey`: `whpk_` and 32 bytes in
 * base64.
 */
export type WebhookKeys = { privateKey: KeyObject; publicKey: string };

/** The ed25519 key pair of the installation, made on first use. */
export const webhookKeys = async (vault: Vault): Promise<WebhookKeys> => {
  const stored = await vault.secret('webhook-signing-key', () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  );
  const privateKey = createPrivateKey({ key: Buffer.from(stored, 'base64'), type: 'pkcs8', format: 'der' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { privateKey, publicKey: `whpk_${Buffer.from(x, 'base64url').toString('base64')}` };
};

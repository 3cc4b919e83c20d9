import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { v4 } from 'uuid';
import { load } from '#domain/event-sourcing';
import { accessKey, isValidAt, validSecrets, type AccessKey, type AccessKeySecret } from '#domain/lab-systems';
import { SYSTEM_ACTOR } from '#domain/users';
import type { Allowance, Engines } from '#engines';
import { ROLE, UNIT_TYPE } from '#events';
import { Decisions } from '../commands/decisions.js';
import { ENGINES, LOGGER, OPTIONS, type ApiOptions, type Log } from '../injection-tokens.js';
import { readUnitName } from '../units/unit-state.js';
import type { Caller, CallingKey } from './caller.js';

/** The form of a secret: `lk_`, the id of the key and 256 random bits. */
const SECRET = /^lk_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_[\w-]{43}$/;
const SECRET_BYTES = 32;
const NO_HASH = '0'.repeat(64);
/** A process records the use of a key at most once in this time. */
const USE_RECORDED_EVERY_MS = 60 * 60_000;

/** Whether a bearer token has the form of an access key. */
export const isAccessKey = (bearer: string): boolean => bearer.startsWith('lk_');

/** The key of a secret's hash in the vault. A fast hash is enough for 256 random bits. */
const vaultKeyOf = (keyId: string, secretId: string | null): string =>
  secretId === null ? `access-key/${keyId}` : `access-key/${keyId}/${secretId}`;
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Access keys of units: their secrets, their callers and their request limits (002 ILIS-006). */
@Injectable()
export class AccessKeys {
  /** The maximum number of requests of a key in a minute. */
  readonly limit: number;
  private readonly usedAt = new Map<string, number>();

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    @Inject(OPTIONS) { keyRequestsPerMinute }: ApiOptions,
    @Inject(LOGGER) private readonly log: Log,
  ) {
    this.limit = keyRequestsPerMinute;
  }

  /**
   * Creates a new secret. It cannot be read again. A repeated call creates another secret and invalidates the former
   * one.
   */
  async renewSecret(keyId: string, secretId: string | null): Promise<string> {
    const secret = `lk_${keyId}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
    await this.engines.vault.setCredential(vaultKeyOf(keyId, secretId), hashOf(secret));
    return secret;
  }

  async deleteSecrets(keyId: string, secrets: readonly Pick<AccessKeySecret, 'id'>[]): Promise<void> {
    for (const { id } of secrets) await this.engines.vault.deleteCredential(vaultKeyOf(keyId, id));
  }

  /**
   * The unit's system that a secret belongs to. Null if the secret is unknown, expired or revoked; the time does not
   * show which. Every request is checked, so a revocation takes effect with the next one.
   */
  async callerOf(secret: string, at: Date): Promise<Caller | null> {
    const keyId = SECRET.exec(secret)?.[1];
    if (keyId === undefined) return null;
    const { state } = await load(this.engines.eventStore, accessKey, keyId);
    const opening = await this.findSecret(secret, keyId, state, at);
    if (!state || !opening || !isValidAt(state, at.toISOString())) return null;
    const unitName = await readUnitName(this.engines.eventStore, { ...state, unitName: '' });
    if (unitName === '') return null; // the unit was deleted
    this.recordUse(keyId, at);
    return keyCaller(keyId, state, { unitName, byPrevious: opening.until !== null });
  }

  /**
   * The secret of the key that matches. Two hashes are always compared, even if the key has fewer secrets, so that
   * every result takes the same time.
   */
  private async findSecret(
    secret: string,
    keyId: string,
    state: AccessKey | null,
    at: Date,
  ): Promise<AccessKeySecret | undefined> {
    const [current, previous] = state ? validSecrets(state, at.toISOString()) : [];
    const secretHash = Buffer.from(hashOf(secret), 'hex');
    const matches = await Promise.all(
      [current, previous].map(async (keySecret) => {
        const hash = await this.engines.vault.credential(vaultKeyOf(keyId, keySecret?.id ?? null));
        return timingSafeEqual(secretHash, Buffer.from((keySecret && hash) ?? NO_HASH, 'hex'));
      }),
    );
    return [current, previous][matches.indexOf(true)];
  }

  /** Counts a request of a key in the current minute, for all processes if they share a Redis. */
  count({ id, byPrevious }: CallingKey, isRefused: boolean): Promise<Allowance> {
    return this.engines.keyRequests.count(id, { limit: this.limit, isRefused, byPrevious });
  }

  /**
   * Counts that a secret of a key was rejected. The request does not wait for it. A secret that belongs to no key is
   * not counted.
   */
  countRefusal(secret: string): void {
    const keyId = SECRET.exec(secret)?.[1];
    if (keyId === undefined) return;
    load(this.engines.eventStore, accessKey, keyId)
      .then(({ state }) => state && this.engines.keyRequests.recordRefused(keyId))
      .catch((error: unknown) => this.log.debug({ err: error, keyId }, 'a refused access key could not be counted'));
  }

  /** Records the use of a key. The request does not wait for it. */
  private recordUse(keyId: string, at: Date): void {
    if (Math.abs(at.getTime() - (this.usedAt.get(keyId) ?? -Infinity)) < USE_RECORDED_EVERY_MS) return;
    this.usedAt.set(keyId, at.getTime());
    const context = { by: SYSTEM_ACTOR, at: at.toISOString(), commandId: v4(), correlationId: v4() };
    this.decisions
      .decide(accessKey, keyId, { type: 'RecordUse', at: at.toISOString() }, context)
      .catch((error: unknown) => {
        this.usedAt.delete(keyId);
        this.log.warn({ err: error, keyId }, 'the use of an access key could not be recorded');
      });
  }
}

const keyCaller = (
  keyId: string,
  { name, scopes, unitId, unitType }: AccessKey,
  { unitName, byPrevious }: { unitName: string; byPrevious: boolean },
): Caller => {
  const role = unitType === UNIT_TYPE.laboratory ? ROLE.lab : ROLE.client;
  return {
    actor: { kind: 'key', keyId, userId: keyId, role, unitId },
    key: { id: keyId, name, scopes, byPrevious },
    jti: '',
    userId: keyId,
    userName: '',
    name,
    roles: [],
    unitId,
    unitType,
    unitName,
  };
};

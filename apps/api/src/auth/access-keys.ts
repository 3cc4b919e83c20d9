import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { v4 } from 'uuid';
import { load } from '#domain/event-sourcing';
import { accessKey, holdsAt, openingSecrets, type AccessKey, type AccessKeySecret } from '#domain/lab-systems';
import { SYSTEM_ACTOR } from '#domain/users';
import type { Allowance, Engines } from '#engines';
import { ROLE } from '#events';
import { Decisions } from '../decisions/decisions.js';
import { ENGINES, LOGGER, OPTIONS, type ApiOptions, type Log } from '../provided.js';
import { readUnitName } from '../units/unit-state.js';
import type { Caller, CallingKey } from './caller.js';

/** What a secret looks like: `lk_`, the key's id and 256 random bits. */
const SECRET = /^lk_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_[\w-]{43}$/;
const SECRET_BYTES = 32;
const NO_HASH = '0'.repeat(64);
/** How long this process goes without asking whether a use is worth recording. */
const USE_NOTED_EVERY_MS = 60 * 60_000;

/** Whether a bearer token is meant as an access key. */
export const isAccessKey = (bearer: string): boolean => bearer.startsWith('lk_');

/** The entry of the vault under which the hash of a secret lies. 256 random bits need no slow hash. */
const entryOf = (keyId: string, secretId: string | null): string =>
  secretId === null ? `access-key/${keyId}` : `access-key/${keyId}/${secretId}`;
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Access keys of units: their secrets, who calls by one, and how often (002 ILIS-006). */
@Injectable()
export class AccessKeys {
  /** Requests that a key may make in a minute. */
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

  /** Makes a secret anew. Nobody can read it again, so whoever asks again gets another one and the one before opens nothing. */
  async renewSecret(keyId: string, secretId: string | null): Promise<string> {
    const secret = `lk_${keyId}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
    await this.engines.vault.setCredential(entryOf(keyId, secretId), hashOf(secret));
    return secret;
  }

  async forgetSecrets(keyId: string, secrets: readonly Pick<AccessKeySecret, 'id'>[]): Promise<void> {
    for (const { id } of secrets) await this.engines.vault.deleteCredential(entryOf(keyId, id));
  }

  /**
   * The unit's system behind a secret; null for one that is unknown, expired or revoked, in the same time. Asked anew for every
   * request, so that a revocation takes effect with the next one.
   */
  async callerOf(secret: string, at: Date): Promise<Caller | null> {
    const keyId = SECRET.exec(secret)?.[1];
    if (keyId === undefined) return null;
    const { state } = await load(this.engines.eventStore, accessKey, keyId);
    const opening = await this.secretThatIs(secret, keyId, state, at);
    if (!state || !opening || !holdsAt(state, at.toISOString())) return null;
    const unitName = await readUnitName(this.engines.eventStore, { ...state, unitName: '' });
    if (unitName === '') return null; // the unit is gone
    this.noteUse(keyId, at);
    return callerBy(keyId, state, { unitName, byPrevious: opening.until !== null });
  }

  /**
   * Which secret of a key was given. It is compared with both that a key can have, whether it has them or not, so that every answer takes
   * the same time.
   */
  private async secretThatIs(
    secret: string,
    keyId: string,
    state: AccessKey | null,
    at: Date,
  ): Promise<AccessKeySecret | undefined> {
    const [current, previous] = state ? openingSecrets(state, at.toISOString()) : [];
    const given = Buffer.from(hashOf(secret), 'hex');
    const matches = await Promise.all(
      [current, previous].map(async (one) => {
        const hash = await this.engines.vault.credential(entryOf(keyId, one?.id ?? null));
        return timingSafeEqual(given, Buffer.from((one && hash) ?? NO_HASH, 'hex'));
      }),
    );
    return [current, previous][matches.indexOf(true)];
  }

  /** Counts a request of a key within its minute, for all processes where they share a Redis. */
  count({ id, byPrevious }: CallingKey, isRefused: boolean): Promise<Allowance> {
    return this.engines.keyRequests.count(id, { limit: this.limit, isRefused, byPrevious });
  }

  /** Remembers that a secret of a key was refused, beside the request, which does not wait for it. Of strangers nothing is remembered. */
  noteRefused(secret: string): void {
    const keyId = SECRET.exec(secret)?.[1];
    if (keyId === undefined) return;
    load(this.engines.eventStore, accessKey, keyId)
      .then(({ state }) => state && this.engines.keyRequests.noteRefused(keyId))
      .catch((error: unknown) => this.log.debug({ err: error, keyId }, 'a refused access key could not be counted'));
  }

  /** Records the use of a key beside the request, which does not wait for it. */
  private noteUse(keyId: string, at: Date): void {
    if (Math.abs(at.getTime() - (this.usedAt.get(keyId) ?? -Infinity)) < USE_NOTED_EVERY_MS) return;
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

const callerBy = (
  keyId: string,
  { name, scopes, unitId, unitType }: AccessKey,
  { unitName, byPrevious }: { unitName: string; byPrevious: boolean },
): Caller => {
  const role = unitType === 1 ? ROLE.lab : ROLE.client;
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

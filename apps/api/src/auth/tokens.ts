import { randomBytes } from 'node:crypto';
import {
  CompactEncrypt,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JWK,
} from 'jose';
import type { TokenClaims } from '#contract';
import { isImpossible } from '#domain/time';
import type { Vault } from '#engines';
import type { Via } from '#events';
import type { Embedding } from './embedding.js';
import type { LabSecret } from './lab-secret.js';

const ALG = 'ES256';
const DAY_S = 24 * 60 * 60;
/** K-007: seven days when the client is to be remembered, else a day at most (the browser drops it with its session). */
export const tokenLifetimeSeconds = (remembered: boolean): number => (remembered ? 7 * DAY_S : DAY_S);

/**
 * Claims the console and embedded pages read (000 section 3). They grant nothing: rights come from the user's stream (ADR-012).
 * `onlyRole` narrows the session to one of the user's roles, `embedding` to a page inside a laboratory's system; `via` marks one
 * that such a system opened, and `labSecret` says by which of its secrets.
 */
export type Claims = {
  jti: string;
  userId: string;
  userName: string;
  testUnitId: string | null;
  roles: string[];
  onlyRole?: string | null;
  embedding?: Embedding | null;
  via?: Via | null;
  labSecret?: LabSecret | null;
};
export type VerifiedClaims = {
  jti: string;
  userId: string;
  onlyRole: string | null;
  embedding: Embedding | null;
  via: Via | null;
  labSecret: LabSecret | null;
};

/** Signs and checks session tokens with the installation's key, which lies in the vault. */
export class Tokens {
  private constructor(
    private readonly privateKey: CryptoKey,
    private readonly publicKey: CryptoKey,
    private readonly sealingKey: Uint8Array,
  ) {}

  static async open(vault: Vault): Promise<Tokens> {
    const jwk = JSON.parse(await vault.secret('token-signing-key', newKey)) as JWK;
    const { d: _, ...publicJwk } = jwk;
    const sealingKey = Buffer.from(
      await vault.secret('token-sealing-key', () => randomBytes(32).toString('base64url')),
      'base64url',
    );
    return new Tokens(
      (await importJWK(jwk, ALG)) as CryptoKey,
      (await importJWK(publicJwk, ALG)) as CryptoKey,
      sealingKey,
    );
  }

  sign(
    { jti, userId, userName, testUnitId, roles, onlyRole, embedding, via, labSecret }: Claims,
    issuedAt: Date,
    lifetimeS: number,
  ): Promise<string> {
    const iat = Math.floor(issuedAt.getTime() / 1000);
    const claims: TokenClaims = {
      Application_UserName: userName,
      Application_TestUnitID: testUnitId,
      Application_Roles: roles,
    };
    return new SignJWT({
      ...claims,
      ...(onlyRole ? { onlyRole } : {}),
      ...(embedding ? { embeddedFor: embedding.unitId, embeddedIn: embedding.origin } : {}),
      ...(via ? { via } : {}),
      ...(labSecret ? { labSecretOf: labSecret.unitId, labSecretVersion: labSecret.version } : {}),
    })
      .setProtectedHeader({ alg: ALG, typ: 'JWT' })
      .setJti(jti)
      .setSubject(userId)
      .setIssuedAt(iat)
      .setExpirationTime(iat + lifetimeS)
      .sign(this.privateKey);
  }

  /** A token that only this installation can open (002 AU-002): for places where others would read it. */
  seal(token: string): Promise<string> {
    return new CompactEncrypt(new TextEncoder().encode(token))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(this.sealingKey);
  }

  /** Session and user a token names; null for anything this installation did not sign or that has expired. */
  async read(token: string, at: Date): Promise<VerifiedClaims | null> {
    try {
      const { payload } = await jwtVerify(token, this.publicKey, {
        algorithms: [ALG],
        requiredClaims: ['jti', 'sub', 'iat', 'exp'],
        currentDate: at,
      });
      // Issued by a clock that has been put right since: it would hold longer than a session may.
      if (payload.iat === undefined || isImpossible(payload.iat * 1000, at.getTime())) return null;
      const { embeddedFor: unitId, embeddedIn: origin, labSecretOf, labSecretVersion: version } = payload;
      const embedding = typeof unitId === 'string' && typeof origin === 'string' ? { unitId, origin } : null;
      const labSecret =
        typeof labSecretOf === 'string' && typeof version === 'number' ? { unitId: labSecretOf, version } : null;
      return payload.jti && payload.sub
        ? {
            jti: payload.jti,
            userId: payload.sub,
            onlyRole: typeof payload['onlyRole'] === 'string' ? payload['onlyRole'] : null,
            embedding,
            via: payload['via'] === 'labSystem' ? 'labSystem' : null,
            labSecret,
          }
        : null;
    } catch {
      return null; // forged, expired or no token at all: a caller learns no more than "sign in"
    }
  }
}

const newKey = async (): Promise<string> => {
  const { privateKey } = await generateKeyPair(ALG, { extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
};

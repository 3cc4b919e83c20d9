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
import type { Embedding, LabSecret } from './lab-systems.js';

const ALG = 'ES256';
const DAY_S = 24 * 60 * 60;
/**
 * K-007: seven days if the client is to be remembered, otherwise one day (the browser drops the token at the end of its
 * session).
 */
export const tokenLifetimeSeconds = (remembered: boolean): number => (remembered ? 7 * DAY_S : DAY_S);

/**
 * Claims that the console and embedded pages read (000 section 3). They grant nothing: rights come from the user's
 * stream (ADR-012). `onlyRole` limits the session to one role, `embedding` to a page inside a laboratory's system.
 * `via` marks a session that such a system opened, and `labSecret` names the secret it used.
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

/** Signs and verifies session tokens with the installation's key from the vault. */
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

  /** Encrypts a token for places where others could read it (002 AU-002). Only this installation can decrypt it. */
  seal(token: string): Promise<string> {
    return new CompactEncrypt(new TextEncoder().encode(token))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(this.sealingKey);
  }

  /** The session and the user of a token; null if it has expired or this installation did not sign it. */
  async read(token: string, at: Date): Promise<VerifiedClaims | null> {
    try {
      const { payload } = await jwtVerify(token, this.publicKey, {
        algorithms: [ALG],
        requiredClaims: ['jti', 'sub', 'iat', 'exp'],
        currentDate: at,
      });
      // The token was issued by a clock that was ahead and has been corrected since. It would be valid for longer than
      // a session may be.
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
      return null; // forged, expired or malformed: the caller only learns that a sign-in is needed
    }
  }
}

const newKey = async (): Promise<string> => {
  const { privateKey } = await generateKeyPair(ALG, { extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
};

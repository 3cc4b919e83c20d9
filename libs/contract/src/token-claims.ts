import { z } from 'zod';

/** One role as a text, several joined by commas, or a list: the same roles. */
const Roles = z
  .union([z.string(), z.array(z.string())])
  .transform((claim) =>
    (typeof claim === 'string' ? claim.split(',') : claim).map((role) => role.trim()).filter(Boolean),
  );

/**
 * What a login token tells whoever reads it (ROLE-012). It grants nothing: rights come from the user's own record on
 * the server.
 */
export const TokenClaims = z.object({
  Application_UserName: z.string(),
  Application_TestUnitID: z
    .string()
    .nullish()
    .transform((id) => id || null),
  Application_Roles: Roles,
  /** Whose it is, and for which testing unit's system it shows pages (ADR-014). */
  sub: z.string().optional(),
  embeddedFor: z.string().optional(),
});
export type TokenClaims = z.output<typeof TokenClaims>;

/** The claims in a JWT, unchecked; null for anything that is no such token. Base64url of UTF-8 JSON (RFC 7519). */
export const claimsOfToken = (token: string): TokenClaims | null => {
  const [, payload = ''] = token.split('.');
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const read = TokenClaims.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return read.success ? read.data : null;
  } catch {
    return null; // not base64 or no JSON: no token of ours
  }
};

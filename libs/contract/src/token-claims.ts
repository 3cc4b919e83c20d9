import { z } from 'zod';

/** Roles as one name, as comma-joined names, or as a list. */
const Roles = z
  .union([z.string(), z.array(z.string())])
  .transform((claim) =>
    (typeof claim === 'string' ? claim.split(',') : claim).map((role) => role.trim()).filter(Boolean),
  );

/**
 * Claims of a login token for clients (ROLE-012). They grant nothing: rights come from the user's record on the server.
 */
export const TokenClaims = z.object({
  Application_UserName: z.string(),
  Application_TestUnitID: z
    .string()
    .nullish()
    .transform((id) => id || null),
  Application_Roles: Roles,
  /** The user id, and the testing unit for whose system the token shows pages (ADR-014). */
  sub: z.string().optional(),
  embeddedFor: z.string().optional(),
});
export type TokenClaims = z.output<typeof TokenClaims>;

/** The claims of a JWT, without verification; null for any other text. Base64url of UTF-8 JSON (RFC 7519). */
export const claimsOfToken = (token: string): TokenClaims | null => {
  const [, payload = ''] = token.split('.');
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const parsed = TokenClaims.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // not base64 or not JSON, so not a token of this service
  }
};

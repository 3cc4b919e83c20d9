/**
 * A web origin as browsers spell it: small letters, no default port, no slash at the end. Null for what is none, or says more than
 * an origin: a path, a query, a user.
 */
export const webOriginOf = (typed: string): string | null => {
  if (!URL.canParse(typed)) return null;
  const { protocol, origin, href } = new URL(typed);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : null;
};

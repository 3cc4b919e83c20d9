/** The page of a laboratory's system for a verification code; null for an address that is none of the web's. What it already asks stays. */
export const progressAddress = (base: string, code: string): string | null => {
  if (!URL.canParse(base)) return null;
  const address = new URL(base);
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return null;
  address.searchParams.set('code', code);
  return address.href;
};

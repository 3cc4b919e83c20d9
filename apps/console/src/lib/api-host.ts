/** Key of the stored base address. */
const STORED = 'apiBaseAddress';

/**
 * The stored base address of calls, without a slash at its end; null when there is none (API-001). Only an origin over http or https,
 * perhaps with a path, counts: a stored `javascript:` address or one with a user's name in it calls nobody.
 */
export const storedHost = (): string | null => {
  const stored = localStorage.getItem(STORED);
  if (stored === null || !/^https?:\/\//i.test(stored) || !URL.canParse(stored)) return null;
  const { origin, pathname, username, password, search, hash } = new URL(stored);
  return username || password || search || hash ? null : `${origin}${pathname.replace(/\/+$/, '')}`;
};

/** The address of a path on the API host: the stored one, else the server the console came from. Whole addresses stay as they are. */
export const apiAddress = (path: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(path)
    ? path
    : `${storedHost() ?? location.origin}${path.startsWith('/') ? '' : '/'}${path}`;

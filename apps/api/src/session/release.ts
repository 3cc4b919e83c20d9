/** What runs here. The version is that of package.json, which a test holds it to. */
export const RELEASE = { version: '0.1.0', releaseDate: '2026-11-22' } as const;

/** Somebody as a third party knows them. `openid` is theirs alone there. */
export type ExternalIdentity = { openid: string; friendlyName: string; headImage: string };

/** Port: a third party by whom one signs in, OAuth style: a browser is sent away, comes back with a code, and the code is exchanged. */
export type IdentityProvider = {
  /** Stored with every binding, so it never changes: `Weixin`. */
  name: string;
  clientId: string;
  /** Where to send a browser. It comes back to `redirectUri` with `code` and this `state`. */
  addressFor(state: string, redirectUri: string): string;
  /** Whose code this is; a code holds once. @throws CodeRefused, ProviderAway */
  identify(code: string): Promise<ExternalIdentity>;
};

/** The third party does not know the code, or not any more. */
export class ProviderRejectedCode extends Error {
  override name = 'CodeRefused';
}

/** The third party does not answer, or not in a way we understand. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderAway';
}

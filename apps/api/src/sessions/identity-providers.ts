import { z } from 'zod';

/** A person at a third party. `openid` is unique there. */
export type ExternalIdentity = { openid: string; friendlyName: string; headImage: string };

/**
 * Port: a third party for sign-in with OAuth. The browser is sent there and returns with a code, which the service
 * exchanges.
 */
export type IdentityProvider = {
  /** Never changes, because every binding stores it. */
  name: string;
  clientId: string;
  /** The address to which the browser is sent. It returns to `redirectUri` with `code` and this `state`. */
  addressFor(state: string, redirectUri: string): string;
  /** The person of a code. A code is valid once. @throws ProviderRejectedCode, ProviderUnavailable */
  identify(code: string): Promise<ExternalIdentity>;
};

/** The third party does not accept the code. */
export class ProviderRejectedCode extends Error {
  override name = 'ProviderRejectedCode';
}

/** The third party does not respond, or its response is invalid. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

export type WeixinSettings = {
  appId: string;
  appSecret: string;
  /** Addresses for the exchange of codes and for the sign-in page; WeChat's own by default. */
  apiUrl?: string;
  openUrl?: string;
};

const TIMEOUT_MS = 10_000;
const WeixinToken = z.object({ access_token: z.string().min(1), openid: z.string().min(1) });
const WeixinUser = z.object({
  openid: z.string().min(1),
  nickname: z.string().default(''),
  headimgurl: z.string().default(''),
});
const WeixinError = z.object({ errcode: z.number().refine((code) => code !== 0) });

/** Sign-in by WeChat's open platform: the code is exchanged for a token, and the token for the user. */
export const weixin = ({
  appId,
  appSecret,
  apiUrl = 'https://api.weixin.qq.com',
  openUrl = 'https://open.weixin.qq.com',
}: WeixinSettings): IdentityProvider => ({
  name: 'Weixin',
  clientId: appId,
  addressFor(state, redirectUri) {
    const query = new URLSearchParams({
      appid: appId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'snsapi_login',
      state,
    });
    return `${openUrl}/connect/qrconnect?${query.toString()}#wechat_redirect`;
  },
  async identify(code): Promise<ExternalIdentity> {
    const tokenResponse = await callWeixin(
      `${apiUrl}/sns/oauth2/access_token`,
      { appid: appId, secret: appSecret, code, grant_type: 'authorization_code' },
      WeixinToken,
    );
    const { openid, nickname, headimgurl } = await callWeixin(
      `${apiUrl}/sns/userinfo`,
      { access_token: tokenResponse.access_token, openid: tokenResponse.openid, lang: 'zh_CN' },
      WeixinUser,
    );
    if (openid !== tokenResponse.openid) throw new ProviderUnavailable('The answers name two people');
    return { openid, friendlyName: nickname, headImage: headimgurl.startsWith('https://') ? headimgurl : '' };
  },
});

/**
 * WeChat always responds 200 and reports errors in the body. Address and body are not passed on because they contain
 * the secret.
 */
const callWeixin = async <Answer>(
  address: string,
  query: Record<string, string>,
  schema: z.ZodType<Answer>,
): Promise<Answer> => {
  const body = await fetch(`${address}?${new URLSearchParams(query).toString()}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  })
    .then((response) => response.json() as Promise<unknown>)
    .catch(() => {
      throw new ProviderUnavailable('WeChat does not answer');
    });
  if (WeixinError.safeParse(body).success) throw new ProviderRejectedCode('WeChat refuses the code');
  const read = schema.safeParse(body);
  if (!read.success) throw new ProviderUnavailable('WeChat answers something else');
  return read.data;
};

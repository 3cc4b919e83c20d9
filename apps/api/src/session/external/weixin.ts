import { z } from 'zod';
import {
  ProviderRejectedCode,
  ProviderUnavailable,
  type ExternalIdentity,
  type IdentityProvider,
} from './identity-provider.js';

export type WeixinSettings = {
  appId: string;
  appSecret: string;
  /** Where codes are exchanged, and where people sign in: WeChat's own unless a test says otherwise. */ apiUrl?: string;
  openUrl?: string;
};

const TIMEOUT_MS = 10_000;
const Granted = z.object({ access_token: z.string().min(1), openid: z.string().min(1) });
const Shown = z.object({
  openid: z.string().min(1),
  nickname: z.string().default(''),
  headimgurl: z.string().default(''),
});
const Refused = z.object({ errcode: z.number().refine((code) => code !== 0) });

/** Sign-in by WeChat as its open platform has it: a code becomes a token, and the token tells whose it is. */
export const weixin = ({
  appId,
  appSecret,
  apiUrl = 'https://api.weixin.qq.com',
  openUrl = 'https://open.weixin.qq.com',
}: WeixinSettings): IdentityProvider => ({
  name: 'Weixin',
  clientId: appId,
  addressFor: (state, redirectUri) =>
    `${openUrl}/connect/qrconnect?${new URLSearchParams({ appid: appId, redirect_uri: redirectUri, response_type: 'code', scope: 'snsapi_login', state }).toString()}#wechat_redirect`,
  async identify(code): Promise<ExternalIdentity> {
    const granted = await asked(
      `${apiUrl}/sns/oauth2/access_token`,
      { appid: appId, secret: appSecret, code, grant_type: 'authorization_code' },
      Granted,
    );
    const { openid, nickname, headimgurl } = await asked(
      `${apiUrl}/sns/userinfo`,
      { access_token: granted.access_token, openid: granted.openid, lang: 'zh_CN' },
      Shown,
    );
    if (openid !== granted.openid) throw new ProviderUnavailable('The answers name two people');
    return { openid, friendlyName: nickname, headImage: headimgurl.startsWith('https://') ? headimgurl : '' };
  },
});

/** WeChat answers 200 to everything and says in the body what is wrong; neither address nor body is told on, for the secret stands in them. */
const asked = async <Answer>(
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
  if (Refused.safeParse(body).success) throw new ProviderRejectedCode('WeChat refuses the code');
  const read = schema.safeParse(body);
  if (!read.success) throw new ProviderUnavailable('WeChat answers something else');
  return read.data;
};

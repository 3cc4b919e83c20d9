import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Person = { openid: string; nickname: string; headimgurl: string };

/**
 * WeChat's open platform as far as a sign-in needs it, on this machine: codes hold once, and it answers 200 to
 * everything.
 */
export const startWeixinServer = async ({ appId, appSecret }: { appId: string; appSecret: string }) => {
  const codes = new Map<string, Person>();
  const tokens = new Map<string, Person>();
  let isDown = false;
  const answer = (path: string, asked: URLSearchParams): object => {
    const refused = { errcode: 40029, errmsg: 'invalid code' };
    if (path === '/sns/oauth2/access_token') {
      const person = codes.get(asked.get('code') ?? '');
      if (
        !person ||
        asked.get('appid') !== appId ||
        asked.get('secret') !== appSecret ||
        asked.get('grant_type') !== 'authorization_code'
      )
        return refused;
      codes.delete(asked.get('code') ?? '');
      const token = randomUUID();
      tokens.set(token, person);
      return { access_token: token, expires_in: 7200, openid: person.openid, scope: 'snsapi_login' };
    }
    const person = tokens.get(asked.get('access_token') ?? '');
    return path === '/sns/userinfo' && person && asked.get('openid') === person.openid
      ? person
      : { errcode: 40003, errmsg: 'invalid openid' };
  };
  const server = createServer((request, response) => {
    if (isDown) return void response.destroy();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://weixin.test');
    response.setHeader('content-type', 'text/plain').end(JSON.stringify(answer(pathname, searchParams)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Somebody agrees to sign in: the code a browser is sent back with. */
    agree(person: Person): string {
      const code = randomUUID();
      codes.set(code, person);
      return code;
    },
    goDown(down: boolean): void {
      isDown = down;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

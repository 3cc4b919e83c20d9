import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Person = { openid: string; nickname: string; headimgurl: string };

/**
 * A stub for the open platform of WeChat, as far as a sign-in needs it: a code is valid once, and every response has
 * the status 200.
 */
export const startWeixinServer = async ({ appId, appSecret }: { appId: string; appSecret: string }) => {
  const codes = new Map<string, Person>();
  const tokens = new Map<string, Person>();
  let isDown = false;
  const responseTo = (path: string, query: URLSearchParams): object => {
    const invalidCode = { errcode: 40029, errmsg: 'invalid code' };
    if (path === '/sns/oauth2/access_token') {
      const person = codes.get(query.get('code') ?? '');
      if (
        !person ||
        query.get('appid') !== appId ||
        query.get('secret') !== appSecret ||
        query.get('grant_type') !== 'authorization_code'
      )
        return invalidCode;
      codes.delete(query.get('code') ?? '');
      const token = randomUUID();
      tokens.set(token, person);
      return { access_token: token, expires_in: 7200, openid: person.openid, scope: 'snsapi_login' };
    }
    const person = tokens.get(query.get('access_token') ?? '');
    return path === '/sns/userinfo' && person && query.get('openid') === person.openid
      ? person
      : { errcode: 40003, errmsg: 'invalid openid' };
  };
  const server = createServer((request, response) => {
    if (isDown) return void response.destroy();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://weixin.test');
    response.setHeader('content-type', 'text/plain').end(JSON.stringify(responseTo(pathname, searchParams)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** A user agrees to sign in. Returns the code with which the browser is redirected. */
    agree(person: Person): string {
      const code = randomUUID();
      codes.set(code, person);
      return code;
    },
    setDown(value: boolean): void {
      isDown = value;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

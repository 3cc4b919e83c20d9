// The platform as a lab system sees it: calls with an access key, and the answers as they come.
import { randomUUID } from 'node:crypto';
import { expectThat, skip } from './report.mjs';

export const ILIS = '/api/services/app/ILISIntegration/';

/** `url` is the web address of the platform, `key` the secret of an access key. */
export const platformFrom = (url, key) => {
  const send = async (method, path, { query = {}, json, form, headers = {}, token = key, signal } = {}) => {
    const address = new URL(path, url);
    for (const [name, value] of Object.entries(query))
      for (const one of Array.isArray(value) ? value : [value]) address.searchParams.append(name, String(one));
    const answer = await fetch(address, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        'accept-language': 'en',
        ...headers,
      },
      ...(json === undefined && form === undefined ? {} : { body: json === undefined ? form : JSON.stringify(json) }),
      signal: signal ?? AbortSignal.timeout(60_000),
    });
    return { status: answer.status, headers: answer.headers, answer };
  };
  /** The answer read as JSON. `failure` is the code of a refusal, whichever of the two shapes it has. */
  const call = async (method, path, asked) => {
    const { status, headers, answer } = await send(method, path, asked);
    const text = await answer.text();
    let body = null;
    try {
      body = JSON.parse(text);
    } catch {
      // A stream or a file: the check looks at the status.
    }
    const isEnveloped = body !== null && typeof body === 'object' && 'success' in body;
    const failure = isEnveloped ? (body.error?.code ?? null) : status >= 400 ? (body?.code ?? '') : null;
    return { status, headers, text, body, failure, result: isEnveloped ? body.result : body };
  };
  return {
    url,
    key,
    send,
    call,
    get: (path, query, more) => call('GET', path, { query, ...more }),
    post: (path, json, more) => call('POST', path, { json, ...more }),
    /** An id that nothing has. */
    nobody: () => randomUUID(),
  };
};

/** An answer that had to come. A scope that the key does not have is a reason to leave the check out. */
export const granted = (reply, scope) => {
  if (reply.failure === 'scope_missing') {
    expectThat(reply.status === 403, `a missing scope was answered ${reply.status} instead of 403`);
    expectThat(
      reply.text.includes(scope),
      `a missing scope was refused without its name ${scope}: ${reply.text.slice(0, 200)}`,
    );
    skip(`the key has not the scope ${scope}`);
  }
  expectThat(reply.status === 200 && reply.failure === null, `answered ${reply.status} ${reply.text.slice(0, 200)}`);
  return reply.result;
};

/** A refusal with this status and, where it is given, this code. */
export const refusedWith = (reply, status, { scope, code } = {}) => {
  if (scope && reply.failure === 'scope_missing') skip(`the key has not the scope ${scope}`);
  expectThat(
    reply.status === status && (code === undefined || reply.failure === code),
    `answered ${reply.status} ${reply.failure ?? ''} instead of ${status} ${code ?? ''}: ${reply.text.slice(0, 200)}`,
  );
  return reply;
};

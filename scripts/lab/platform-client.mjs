// Calls the platform as a lab system does, with an access key.
import { randomUUID } from 'node:crypto';
import { expectThat, skip } from './report.mjs';

export const ILIS = '/api/services/app/ILISIntegration/';

/** `url` is the web address of the platform, `key` the secret of an access key. */
export const connectPlatform = (url, key) => {
  const send = async (method, path, { query = {}, json, form, headers = {}, token = key, signal } = {}) => {
    const address = new URL(path, url);
    for (const [name, value] of Object.entries(query))
      for (const item of Array.isArray(value) ? value : [value]) address.searchParams.append(name, String(item));
    const response = await fetch(address, {
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
    return { status: response.status, headers: response.headers, response };
  };
  /** The response as JSON. `failure` is the code of a refusal in either of its two formats. */
  const call = async (method, path, options) => {
    const { status, headers, response } = await send(method, path, options);
    const text = await response.text();
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
    get: (path, query, options) => call('GET', path, { query, ...options }),
    post: (path, json, options) => call('POST', path, { json, ...options }),
    /** An id that does not exist. */
    unknownId: () => randomUUID(),
  };
};

/** A response that must be a success. If the key does not have the scope, the check is skipped. */
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

/** A refusal with this status and, if set, this code. */
export const refusedWith = (reply, status, { scope, code } = {}) => {
  if (scope && reply.failure === 'scope_missing') skip(`the key has not the scope ${scope}`);
  expectThat(
    reply.status === status && (code === undefined || reply.failure === code),
    `answered ${reply.status} ${reply.failure ?? ''} instead of ${status} ${code ?? ''}: ${reply.text.slice(0, 200)}`,
  );
  return reply;
};

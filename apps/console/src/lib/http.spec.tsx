import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  commitConsignInfo,
  confirmSample,
  createRawMateriaConsingInfo,
  getAllowedActions,
  getConsignLog,
  getEnumValues,
  getSampleTree,
  passAuditConsignInfo,
  saveConsignInfo,
} from '#contract';
import '../i18n/language.js';
import { stubServer, type StubServer } from '../testing/stub-server.js';
import { ApiError, callOperation, callWithMeta } from './http.js';
import { atLeast, forgetPosition } from './event-position.js';
import { clearToken, storeToken, storeTokenForTab } from './token.js';

const ID = '0190c3a2-0000-7000-8000-000000000001';
let server: StubServer;
const failureOf = async (run: Promise<unknown>): Promise<ApiError> => {
  const error = await run.then(
    () => new Error('did not fail'),
    (failure: unknown) => failure,
  );
  if (!(error instanceof ApiError)) throw error;
  return error;
};

beforeEach(() => {
  server = stubServer();
  clearToken();
  forgetPosition();
});

describe('a call of an operation', () => {
  it('removes the envelope of each response family', async () => {
    server.respondWith(getEnumValues, [{ value: 20, name: '待审核', text: '待审核' }]);
    server.respondWith(getSampleTree, { sampleTree: [], expandedKey: ['a'], selectedKey: 'a' });
    server.respondWith(getAllowedActions, { revision: 3, consignStatus: 20, actions: [] });
    expect(await callOperation(getEnumValues, { query: { enumTypeName: 'ConsignStatus' } })).toEqual([
      { value: 20, name: '待审核', text: '待审核' },
    ]);
    expect((await callOperation(getSampleTree, { query: { type: 0 } })).selectedKey).toBe('a');
    expect((await callOperation(getAllowedActions, { query: { id: ID } })).revision).toBe(3);
  });

  it('is repeated with the new token if the user signed in again before the refusal arrived', async () => {
    storeToken('old', false);
    server.handle(getConsignLog, ({ headers }) => {
      if (headers['Authorization'] !== 'Bearer old') return [];
      storeToken('new', false); // the user signed in again meanwhile
      return { status: 401, message: '登录失效', details: '会话已结束' };
    });
    expect(await callOperation(getConsignLog, { query: { consignId: ID } })).toEqual([]);
    expect(server.received.map(({ headers }) => headers['Authorization'])).toEqual(['Bearer old', 'Bearer new']);
  });

  it('puts path members into the path and lists into one parameter', async () => {
    server.respondWith(getAllowedActions, { revision: 3, consignStatus: 20, actions: [] });
    server.respondWith(commitConsignInfo, true);
    await callOperation(getAllowedActions, { query: { id: ID } });
    await callOperation(commitConsignInfo, { query: { consignInfoIds: [ID, 'b'], description: '首次提交' } });
    expect(server.received.map(({ query }) => query)).toEqual([
      { id: ID },
      { consignInfoIds: `${ID},b`, description: '首次提交' },
    ]);
  });

  it('sends token, language, revision and idempotency key', async () => {
    storeToken('remembered', true);
    server.respondWith(saveConsignInfo, {} as never);
    await callOperation(saveConsignInfo, { body: { id: ID }, ifMatch: 7, idempotencyKey: 'press-1' });
    expect(server.received[0]?.headers).toMatchObject({
      Authorization: 'Bearer remembered',
      'Accept-Language': 'zh',
      'If-Match': '"7"',
      'Idempotency-Key': 'press-1',
    });
  });

  it('prefers the token of this tab over the cookie', async () => {
    storeToken('of the cookie', true);
    storeTokenForTab('of the tab');
    server.respondWith(getConsignLog, []);
    await callOperation(getConsignLog, { query: { consignId: ID } });
    expect(server.received[0]?.headers['Authorization']).toBe('Bearer of the tab');
  });

  it('stores the newest event position of a command for later list requests', async () => {
    server.respondWith(createRawMateriaConsingInfo, {} as never, { 'X-Event-Position': '00000000000000000042' });
    await callOperation(createRawMateriaConsingInfo, { query: {} });
    server.respondWith(createRawMateriaConsingInfo, {} as never, { 'X-Event-Position': '00000000000000000041' });
    await callOperation(createRawMateriaConsingInfo, { query: {} });
    expect(atLeast()).toBe('00000000000000000042');
  });

  it('reports that a view is stale', async () => {
    server.respondWith(getConsignLog, [], { 'X-Stale': 'true', ETag: '"9"' });
    expect(await callWithMeta(getConsignLog, { query: { consignId: ID } })).toEqual({
      data: [],
      stale: true,
      revision: 9,
    });
  });
});

describe('a failed call of an operation', () => {
  it('carries the server’s message and code', async () => {
    server.refuse(saveConsignInfo, {
      status: 409,
      code: 'NOT_IN_THIS_STATUS',
      message: '已收样，不能保存',
      details: '',
    });
    const error = await failureOf(callOperation(saveConsignInfo, { body: { id: ID } }));
    expect(error).toMatchObject({
      status: 409,
      code: 'NOT_IN_THIS_STATUS',
      message: '已收样，不能保存',
      operation: 'SaveConsignInfo',
    });
    expect(error.loginExpired).toBe(false);
  });

  it('reads the problem details of the platform’s own operations', async () => {
    server.refuse(getAllowedActions, { status: 404, code: 'NO_SUCH_CONSIGNMENT', message: '委托不存在或已删除' });
    expect(await failureOf(callOperation(getAllowedActions, { query: { id: ID } }))).toMatchObject({
      status: 404,
      message: '委托不存在或已删除',
    });
  });

  it('means an expired login only if the response has details', async () => {
    server.refuse(getConsignLog, { status: 401, message: '登录失效', details: '会话已结束' });
    expect((await failureOf(callOperation(getConsignLog, { query: { consignId: ID } }))).loginExpired).toBe(true);
    server.refuse(getConsignLog, { status: 401, message: 'M' });
    expect((await failureOf(callOperation(getConsignLog, { query: { consignId: ID } }))).loginExpired).toBe(false);
    server.refuse(getConsignLog, { status: 500, message: 'M', details: 'D', unauthorized: true });
    expect((await failureOf(callOperation(getConsignLog, { query: { consignId: ID } }))).loginExpired).toBe(true);
  });

  it.each([
    ['a receipt', confirmSample],
    ['a pass', passAuditConsignInfo],
  ] as const)('AERR-005 passes the server’s response with success false to the caller of %s', async (_, operation) => {
    server.refuse(operation, {
      status: 200,
      code: 'NOT_IN_THIS_STATUS',
      message: '委托已被他人处理',
      details: '由另一位审核员处理',
    });
    const error = await failureOf(callOperation(operation, { body: { ids: [ID], remark: '' } }));
    expect(error.result).toMatchObject({
      success: false,
      error: { code: 'NOT_IN_THIS_STATUS', message: '委托已被他人处理', details: '由另一位审核员处理' },
    });
  });

  it('reports that the server did not respond', async () => {
    server.disconnect(getConsignLog);
    expect(await failureOf(callOperation(getConsignLog, { query: { consignId: ID } }))).toMatchObject({
      status: 0,
      code: 'NO_RESPONSE',
      message: '网络连接失败，服务器没有响应。',
    });
  });

  it('AK-001 AK-006 K-007 fails as a timeout after ten minutes without a response', async () => {
    jest.useFakeTimers();
    try {
      globalThis.fetch = ((_: string, { signal }: RequestInit) =>
        new Promise((_answered, fail) =>
          signal?.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError'))),
        )) as typeof fetch;
      const failure = failureOf(callOperation(getConsignLog, { query: { consignId: ID } }));
      await jest.advanceTimersByTimeAsync(599_999);
      const onSettled = jest.fn();
      void failure.then(onSettled);
      await jest.advanceTimersByTimeAsync(0);
      expect(onSettled).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(1);
      expect(await failure).toMatchObject({ status: 0, code: 'TIMEOUT' });
    } finally {
      jest.useRealTimers();
    }
  });
});

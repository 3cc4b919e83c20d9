import { beforeEach, describe, expect, it } from '@jest/globals';
import { getDictionary, getParamPacks, recordParameterClick, saveSpecification } from '#contract';
import '../i18n/language.js';
import { stubServer, type StubServer } from '../testing/stub-server.js';
import { ApiError, callOperation } from './http.js';

const ID = '0190c3a2-0000-7000-8000-000000000001';
let server: StubServer;
beforeEach(() => {
  server = stubServer();
});

const stubResponse = (body: unknown, status = 200) => {
  const headers = { get: (name: string) => (name.toLowerCase() === 'x-request-id' ? 'r-1' : null) };
  globalThis.fetch = (() =>
    Promise.resolve({ status, headers, text: () => Promise.resolve(JSON.stringify(body)) })) as unknown as typeof fetch;
};
const units = () => callOperation(getDictionary, { query: { typeCode: 'sampleAmountUnit' } });
const failureOf = async (run: Promise<unknown>): Promise<ApiError> => {
  const error = await run.then(
    () => new Error('did not fail'),
    (failure: unknown) => failure,
  );
  if (!(error instanceof ApiError)) throw error;
  return error;
};

describe('a response of the pre-consignment service', () => {
  it('PRE-002 is the data of code 20000, the result of an envelope without a code, or the body itself', async () => {
    const rows = [{ id: '1', typecode: '个', typename: '个' }];
    for (const body of [{ code: 20000, message: '', data: rows }, { result: rows }, rows]) {
      stubResponse(body);
      expect(await units()).toEqual(rows);
    }
  });

  it('AERR-006 PRE-002 with another code is a failure, even with HTTP 200, and is passed on in full', async () => {
    stubResponse({ code: 50000, message: '系统繁忙', data: null });
    expect(await failureOf(units())).toMatchObject({
      status: 200,
      code: '50000',
      message: '系统繁忙',
      result: { code: 50000, message: '系统繁忙', data: null },
      response: '{"code":50000,"message":"系统繁忙","data":null}',
    });
    stubResponse({ code: 50000, message: '服务器内部错误', data: null }, 500);
    const failure = await failureOf(units());
    expect([failure.status, failure.message, failure.headers('x-request-id')]).toEqual([500, '服务器内部错误', 'r-1']);
    expect(failure.result).toMatchObject({ code: 50000 });
    stubResponse({ code: 40400, message: '参数包不存在', data: null, reason: 'NO_SUCH_PACK' }, 404);
    expect((await failureOf(units())).code).toBe('NO_SUCH_PACK');
  });

  it('AK-006 PRE-018 to a recorded click is successful with code 21000 and fails with 20000', async () => {
    const click = () =>
      callOperation(recordParameterClick, { query: {}, body: { sampleName: '水泥', paramName: '水化热' } });
    stubResponse({ code: 21000, message: '', data: true });
    expect(await click()).toBe(true);
    stubResponse({ code: 20000, message: '', data: true });
    expect((await failureOf(click())).code).toBe('20000');
  });
});

describe('a request to the pre-consignment service', () => {
  it('sends the unit code up to its first underscore', async () => {
    server.respondWith(getParamPacks, []);
    for (const unitCode of ['JC01_A_B', 'JC01'])
      await callOperation(getParamPacks, { query: { sampleId: ID }, unitCode });
    expect(server.received.map(({ headers }) => headers['Unit-Code'])).toEqual(['JC01', 'JC01']);
  });

  it('PRE-016 sends a rule as form data with lists as JSON text', async () => {
    server.respondWith(saveSpecification, true);
    const configData = [{ name: '强度等级', value: '42.5' }];
    expect(await callOperation(saveSpecification, { body: { sampleId: ID.replaceAll('-', ''), configData } })).toBe(
      true,
    );
    expect(server.received[0]).toMatchObject({
      body: { sampleId: ID.replaceAll('-', ''), configData: JSON.stringify(configData) },
    });
    expect(server.received[0]?.headers['Content-Type']).toBeUndefined();
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  createBuSampleParamInfo,
  getAllUnit,
  getConsingInfo,
  getProjectList,
  getSampleTree,
  saveConsignInfo,
  setActualFee,
} from '#contract';
import { openEmbeddedEngines } from '#engines';
import { createApi } from '../app.js';
import { filledHeader, PROJECT1, createSubmittableDraft } from '#harness/consignments/drafts';
import { createConsignmentAt } from '#harness/consignments/stages';
import { LAB1 } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService();
  client = await service.as('client1');
});
afterAll(() => service.close());

const ask = (path: string, init: RequestInit = {}) =>
  fetch(service.url + path, { ...init, headers: { authorization: `Bearer ${client.token}`, ...init.headers } });
const insert = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  ask('/api/services/app/BaProject/InsertProject', { method: 'POST', body, headers });

describe('an unknown path', () => {
  it.each([
    [
      '/api/services/app/BuConsignInfo/GetConsignInfo',
      {
        success: false,
        error: { code: 'NOT_FOUND', message: '未找到所请求的数据' },
        unAuthorizedRequest: false,
        __abp: true,
      },
    ],
    ['/api/pre/nothing', { code: 40400, message: '未找到所请求的数据', data: null }],
    ['/api/v1/nothing', { type: 'urn:problem:not-found', status: 404, code: 'NOT_FOUND' }],
  ])('is a 404 in the format of its family: %s', async (path, shape) => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain(
      path.startsWith('/api/v1/') ? 'application/problem+json' : 'application/json',
    );
    expect(await response.json()).toMatchObject(shape);
  });
});

describe('input', () => {
  it('is refused with every problem and its path, in the caller’s language', async () => {
    const reply = await client.call(getProjectList, {
      query: { skipCount: -1, maxResultCount: 5000, getMyProject: 'perhaps' },
    });
    expect(reply.status).toBe(400);
    const body = reply.rawBody as { error: { validationErrors: { members: string[]; message: string }[] } };
    expect(body.error.validationErrors.map(({ members }) => members)).toEqual([
      ['skipCount'],
      ['maxResultCount'],
      ['getMyProject'],
    ]);
    const inputMessages = async (language: string) =>
      (
        (await client.call(createBuSampleParamInfo, { body: {}, headers: { 'accept-language': language } } as never))
          .failure?.details ?? ''
      ).split('\n');
    expect(await inputMessages('zh')).toEqual(['请选择委托', '请选择样品']);
    expect(await inputMessages('en')).toEqual(['Please choose “Consignment”', 'please select sample']);
    expect(await inputMessages('es')).toEqual(['Elija «Encargo»', 'elija una muestra']);
  });

  it('may have member names in any case, in the query and in the body', async () => {
    const mark = v4();
    expect((await insert(JSON.stringify({ PROJECTNAME: mark, ProjectCode: 'X' }))).status).toBe(200);
    await service.catchUp();
    const projects = (await (
      await ask(`/api/services/app/BaProject/GetProjectList?SEARCH=${mark}&maxresultcount=1`)
    ).json()) as { result: { items: object[] } };
    expect(projects.result.items).toMatchObject([{ projectName: mark, projectCode: 'X' }]);
  });

  it('that is not JSON, broken or too large is refused in the envelope of its family', async () => {
    const refused = async (response: Promise<Response>) => [
      (await response).status,
      ((await (await response).json()) as { error: { code: string } }).error.code,
    ];
    expect(await refused(insert('{"projectName": '))).toEqual([400, 'INVALID']);
    expect(await refused(insert('{"__proto__": {"admin": true}, "projectName": "x"}'))).toEqual([400, 'INVALID']);
    expect(await refused(insert(''))).toEqual([400, 'INVALID']);
    expect(await refused(insert('<project/>', { 'content-type': 'text/xml' }))).toEqual([415, 'NOT_JSON']);
    expect(await refused(insert(JSON.stringify({ projectName: 'x'.repeat(3_000_000) })))).toEqual([413, 'TOO_LARGE']);
  });

  it('of another content type is refused with the type that the operation accepts', async () => {
    const mediaTypeProblem = async (path: string, language: string) => {
      const reply = await ask(path, {
        method: 'POST',
        body: '<a/>',
        headers: { 'content-type': 'text/xml', 'accept-language': language },
      });
      const body = (await reply.json()) as { error?: { message: string }; message?: string };
      return [reply.status, body.error?.message ?? body.message];
    };
    expect(await mediaTypeProblem('/api/services/app/BaProject/InsertProject', 'zh')).toEqual([
      415,
      '请求内容须为 JSON',
    ]);
    expect(await mediaTypeProblem('/api/services/app/FileService/uploadAccessory', 'en')).toEqual([
      415,
      'The request must be a form with one file',
    ]);
    expect(await mediaTypeProblem('/api/specification/saveOrUpdate', 'es')).toEqual([
      415,
      'La solicitud debe ser un formulario',
    ]);
    expect(await mediaTypeProblem('/api/services/app/BuConsignInfo/CreateRawMateriaConsingInfo', 'en')).toEqual([
      415,
      'This request carries no content',
    ]);
  });

  it('with an unknown id is refused in the caller’s language', async () => {
    const messages = await Promise.all(
      ['zh-CN', 'en-GB;q=0.9', 'es', 'fr'].map(
        async (language) =>
          (await client.call(getConsingInfo, { query: { id: v4() }, headers: { 'accept-language': language } })).failure
            ?.message,
      ),
    );
    expect(messages).toEqual([
      '委托不存在或已删除',
      'This consignment does not exist or has been deleted',
      'El encargo no existe o ha sido eliminado',
      '委托不存在或已删除',
    ]);
  });

  it('AK-010 K-009 may contain ids with or without dashes, which are stored with dashes', async () => {
    const { id } = await createSubmittableDraft(client);
    const dashless = (guid: string) => guid.replaceAll('-', '').toUpperCase();
    const saved = await client.do(saveConsignInfo, {
      body: {
        ...filledHeader(),
        projectId: PROJECT1,
        id: dashless(id),
        tuqualificationId: dashless(LAB1.tuqualificationId),
      },
    });
    expect(saved).toMatchObject({ id, tuqualificationId: LAB1.tuqualificationId });
    expect(await client.do(getConsingInfo, { query: { id: dashless(id) } })).toEqual(saved);
  });
});

describe('revisions', () => {
  it('are sent as ETag, and a stale If-Match is refused with 412', async () => {
    const { id } = await createSubmittableDraft(client);
    const read = await client.call(getConsingInfo, { query: { id } });
    expect(read.headers.get('etag')).toBe(`"${read.result.revision}"`);
    const save = (memo: string) =>
      client.call(saveConsignInfo, {
        body: { ...filledHeader(), projectId: PROJECT1, id, memo },
        headers: { 'if-match': `W/"${read.result.revision}"` },
      });
    expect((await save('先')).status).toBe(200);
    const stale = await save('后');
    expect([stale.status, stale.failure?.code]).toEqual([412, 'STALE_REVISION']);
    expect((await client.do(getConsingInfo, { query: { id } })).memo).toBe('先');
  });

  it('are required for writes of the platform’s own family', async () => {
    const { id } = await createConsignmentAt(service, 60);
    const fee = { query: { id }, body: { actFee: '12.50' } };
    const lab = await service.as('lab1');
    expect((await lab.call(setActualFee, fee)).status).toBe(428);
    expect((await lab.call(setActualFee, { ...fee, headers: { 'if-match': 'yes' } })).status).toBe(400);
    const { revision } = await lab.call(getConsingInfo, { query: { id } });
    expect((await lab.call(setActualFee, { ...fee, headers: { 'if-match': `"${revision}"` } })).status).toBe(200);
  });
});

describe('responses', () => {
  it('are not cached, contain a request id and set strict browser headers', async () => {
    const { headers } = await client.call(getAllUnit);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it('arrive quickly if the catalogue is in memory', async () => {
    await client.do(getSampleTree);
    const start = performance.now();
    for (let n = 0; n < 20; n++) await client.do(getSampleTree);
    expect((performance.now() - start) / 20).toBeLessThan(100);
  });

  it('AERR-007 reveal no internals if an engine is unavailable', async () => {
    const engines = await openEmbeddedEngines(':memory:');
    const api = await createApi({ engines });
    await api.listen(0, '127.0.0.1');
    await engines.close();
    const url = await api.getUrl();
    const responses = await Promise.all([
      fetch(`${url}/api/TokenAuth/Authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userNameOrEmailAddress: 'a', password: 'b' }),
      }),
      fetch(
        `${url}/api/services/app/BaSystemControlParam/GetTestUnitInfoByConsignPlatURL?url=${encodeURIComponent('https://a.example')}`,
      ),
    ]);
    const replies = await Promise.all(
      responses.map(async (response) => [response.status, await response.text()] as const),
    );
    await api.close();
    for (const [status, body] of replies) {
      expect(status).toBeGreaterThanOrEqual(500);
      expect(JSON.parse(body)).toMatchObject({
        success: false,
        unAuthorizedRequest: false,
        error: {
          code: expect.stringMatching(/^(BROKEN|UNAVAILABLE)$/),
          message: expect.stringMatching(/[\u4e00-\u9fff]/),
        },
      });
      expect(body).not.toMatch(/sqlite|database|at \w+ \(/i);
    }
  });
});

import { describe, expect, it } from '@jest/globals';
import { openApiDocument } from './openapi.js';
import { operations } from './operations.js';
import { permissions } from './permissions.js';

type DocumentedOperation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: object;
  responses: Record<string, object>;
  security: object[];
  'x-roles': unknown;
};
const document = openApiDocument(operations, permissions) as {
  openapi: string;
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, object> };
};
const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, entry]) => ({ path, method, ...entry })),
);
const findOperation = (name: string) => documented.find(({ operationId }) => operationId === name);

describe('the OpenAPI document', () => {
  it('describes every operation once, with its roles', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(documented.map(({ operationId }) => operationId).toSorted()).toEqual(
      operations.map(({ name }) => name).toSorted(),
    );
    for (const { operationId, 'x-roles': roles } of documented) {
      const permission = permissions[operationId];
      const isForMachines = typeof permission === 'object' && 'scope' in permission;
      expect([operationId, roles]).toEqual([operationId, isForMachines ? permission.people : permission]);
    }
    expect(findOperation('GetGuid')?.security).toEqual([{ accessKey: [] }, { bearer: [] }]);
    expect(findOperation('Authenticate')?.security).toEqual([]);
    expect(findOperation('Logout')?.security).toEqual([{ bearer: [] }]);
  });

  it('lists every path parameter as required', () => {
    for (const { operationId, path, parameters } of documented) {
      const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([
        operationId,
        parameters.filter((parameter) => parameter.in === 'path' && parameter.required).map(({ name }) => name),
      ]).toEqual([operationId, pathParameters]);
    }
  });

  it('describes request bodies, and results inside their envelope', () => {
    expect(findOperation('InsertProject')?.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { required: ['projectName'] } } },
    });
    expect(findOperation('GetConsingInfo')?.requestBody).toBeUndefined();
    expect(findOperation('GetAllUnit')?.responses['200']).toMatchObject({
      content: {
        'application/json': {
          schema: {
            properties: {
              result: { properties: { items: { type: 'array' }, totalCount: { type: 'number' } } },
              success: { type: 'boolean' },
            },
          },
        },
      },
    });
    expect(findOperation('RecordParameterClick')?.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { properties: { code: { const: 21000 } } } } },
    });
    expect(findOperation('GetSampleTree')?.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { properties: { code: { const: 20000 } } } } },
    });
  });

  it('describes an upload as a form with one file, and a download as the file itself', () => {
    expect(findOperation('uploadAccessory')?.requestBody).toMatchObject({
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            properties: { foreignKey: { type: 'string' }, file: { format: 'binary' } },
            required: ['foreignKey', 'file'],
          },
        },
      },
    });
    expect(findOperation('uploadFile')?.requestBody).toMatchObject({
      content: { 'multipart/form-data': { schema: { required: ['file'] } } },
    });
    expect(findOperation('DownloadFileByAccessoryId')?.responses['200']).toEqual({ description: 'The content' });
  });

  it('contains everything that it refers to', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
    expect(references).toContain('#/components/schemas/TreeNode');
    expect(references).toContain('#/components/responses/platform409');
    for (const reference of new Set(references)) {
      expect(document).toHaveProperty((reference ?? '').replace('#/', '').split('/'));
    }
  });
});

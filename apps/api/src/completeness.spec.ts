import { describe, expect, it } from '@jest/globals';
import { authenticate, logout, operation, operations, permissions } from '#contract';
import { HandlesOperation } from './http/operation-handlers.js';
import { operationFamilyOf } from './http/routes.js';
import { ApiModule } from './api.module.js';
import { controllersOf, findMissingHandlers } from './completeness.js';

const strange = operation({
  name: 'Strange',
  method: 'GET',
  path: '/api/services/app/Strange',
  summary: '',
  source: '',
});

class SignIn {
  @HandlesOperation(authenticate)
  handle() {
    return { accessToken: '', expireInSeconds: 0 };
  }
}
class Strange {
  @HandlesOperation(strange)
  handle() {
    return null;
  }
}

describe('completeness of the api', () => {
  it('every operation has one handler and a permission, and nothing else is handled', () => {
    expect(findMissingHandlers(controllersOf(ApiModule))).toEqual([]);
  });

  it('missing, duplicate and unknown handlers and permissions are named', () => {
    expect(
      findMissingHandlers([SignIn, SignIn, Strange], [authenticate, logout], {
        Authenticate: 'public',
        Login: 'public',
      }),
    ).toEqual([
      'Logout has no handler',
      'Authenticate has two handlers',
      'Strange is handled but not in the contract',
      'Logout has no permission',
      'a permission names Login, which is no operation',
    ]);
  });

  it('every operation has one permission, and no path occurs twice', () => {
    expect(Object.keys(permissions).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
    expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(operations.length);
  });

  it('the family of every operation can be derived from its path, as errors before any handler require', () => {
    for (const { name, path, family } of operations)
      expect([name, operationFamilyOf(path)]).toEqual([name, family === 'plain' ? 'v1' : family]);
  });
});

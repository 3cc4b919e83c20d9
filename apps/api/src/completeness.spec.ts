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

describe('completeness', () => {
  it('holds: every operation has one handler and a permission, and nothing else is handled', () => {
    expect(findMissingHandlers(controllersOf(ApiModule))).toEqual([]);
  });

  it('names what is missing, doubled or strange', () => {
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

  it('finds one permission an operation, and no path twice', () => {
    expect(Object.keys(permissions).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
    expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(operations.length);
  });

  it('tells the family of every operation by its path, as failures before any handler need it', () => {
    for (const { name, path, family } of operations)
      expect([name, operationFamilyOf(path)]).toEqual([name, family === 'plain' ? 'v1' : family]);
  });
});

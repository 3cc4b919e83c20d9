import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { clearToken, readToken, storeToken, storeTokenForTab } from './token.js';

afterEach(clearToken);

describe('the token', () => {
  it('AK-006 ROLE-010 K-007 is a cookie for seven days or for the session, and the token of a tab has precedence', () => {
    const cookieSpy = jest.spyOn(document, 'cookie', 'set');
    storeToken('seven', true);
    storeToken('session', false);
    expect(cookieSpy.mock.calls.map(([cookie]) => cookie)).toEqual([
      'consign_token=seven; Path=/; SameSite=Lax; Max-Age=604800',
      'consign_token=session; Path=/; SameSite=Lax',
    ]);
    cookieSpy.mockRestore();
    expect(readToken()).toBe('session');
    storeTokenForTab('tab');
    expect(readToken()).toBe('tab');
    clearToken();
    expect(readToken()).toBeNull();
  });
});

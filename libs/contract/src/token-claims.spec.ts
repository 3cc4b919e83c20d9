import { describe, expect, it } from '@jest/globals';
import { claimsOfToken } from './token-claims.js';

const tokenOf = (claims: unknown): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
const claims = {
  Application_UserName: '陈志远？~',
  Application_TestUnitID: null,
  Application_Roles: ['client', 'admin'],
};

describe('the claims of a login token', () => {
  it('give the same roles from a list and from a text', () => {
    expect(claimsOfToken(tokenOf(claims))).toEqual(claims);
    expect(claimsOfToken(tokenOf({ ...claims, Application_Roles: 'client, admin' }))).toEqual(claims);
    expect(claimsOfToken(tokenOf({ ...claims, Application_Roles: 'client' }))?.Application_Roles).toEqual(
      claimsOfToken(tokenOf({ ...claims, Application_Roles: ['client'] }))?.Application_Roles,
    );
  });

  it('may lack a testing unit, and are null for an invalid token', () => {
    const { Application_TestUnitID: _, ...claimsWithoutUnit } = claims;
    expect(
      [claimsWithoutUnit, { ...claims, Application_TestUnitID: '' }].map(
        (each) => claimsOfToken(tokenOf(each))?.Application_TestUnitID,
      ),
    ).toEqual([null, null]);
    expect(
      ['', 'abc', 'a.b.c', 'a.%%.c', tokenOf('text'), tokenOf({ ...claims, Application_Roles: 7 })].map(claimsOfToken),
    ).toEqual([null, null, null, null, null, null]);
  });
});

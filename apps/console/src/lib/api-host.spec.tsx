import { beforeEach, describe, expect, it } from '@jest/globals';
import { getEnumValues } from '#contract';
import '../i18n/language.js';
import { apiAddress, callOperation, storedHost } from './http.js';
import { avatarOf } from './avatar.js';

const store = (address: string) => localStorage.setItem('apiBaseAddress', address);
beforeEach(() => localStorage.clear());

describe('the base address of API requests', () => {
  it('AK-001 is the stored one or, without one, the origin of the console', async () => {
    const addresses: string[] = [];
    globalThis.fetch = ((address: string) => {
      addresses.push(address);
      return Promise.resolve({
        ok: true,
        status: 200,
        headers: { get: () => null },
        text: () => Promise.resolve('{"success":true,"result":[]}'),
      });
    }) as unknown as typeof fetch;
    await callOperation(getEnumValues, { query: { enumTypeName: 'ConsignStatus' } });
    store('https://api.example.com/platform/');
    await callOperation(getEnumValues, { query: { enumTypeName: 'ConsignStatus' } });
    const path = '/api/services/app/EunmValue/GetEnumValues?enumTypeName=ConsignStatus';
    expect(addresses).toEqual([path, `https://api.example.com/platform${path}`]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//elsewhere.example.com',
    'api.example.com',
    'https://user:secret@api.example.com',
    'https://api.example.com/?x=1',
    'https://',
    'ftp://api.example.com',
    '',
  ])('is not read from the stored value "%s"', (address) => {
    store(address);
    expect(storedHost()).toBeNull();
  });
});

describe('the avatar of a user', () => {
  it('AU-012 is a path on the API host, or a default image if there is none', () => {
    expect(avatarOf({ avatar: '/a.png', name: '陈志远' })).toBe(`${location.origin}/a.png`);
    store('https://api.example.com');
    expect(avatarOf({ avatar: 'a.png', name: '陈志远' })).toBe('https://api.example.com/a.png');
    expect(apiAddress('https://pictures.example.com/a.png')).toBe('https://pictures.example.com/a.png');
    const drawing = decodeURIComponent(avatarOf({ avatar: '', name: '陈志远' }));
    expect(drawing).toMatch(/^data:image\/svg\+xml,<svg .*>陈<\/text><\/svg>$/);
    expect(decodeURIComponent(avatarOf({ avatar: '', name: '<x' }))).toContain('></text>');
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newAuthority } from '../../../../../test/eventstoredb/certificates.mjs';
import { parseConnectionString } from './connection-string.js';

const messageOf = (url: string): string => {
  try {
    parseConnectionString(url);
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
  throw new Error('it was taken');
};

describe('EVENTSTORE_URL', () => {
  it('is parsed into credentials, nodes and whether they are a cluster', () => {
    expect(parseConnectionString('esdb://platform:p%40ss@store')).toEqual({
      url: 'esdb://platform:p%40ss@store:2113',
      credentials: { username: 'platform', password: 'p@ss' },
      tls: true,
      nodes: [{ host: 'store', port: 2113, url: 'esdb://platform:p%40ss@store:2113' }],
      isCluster: false,
    });
    expect(parseConnectionString('esdb+discover://platform:secret@store:2114?tls=true')).toMatchObject({
      url: 'esdb+discover://platform:secret@store:2114?tls=true',
      nodes: [{ url: 'esdb://platform:secret@store:2114?tls=true' }],
      isCluster: true,
    });
    expect(parseConnectionString('esdb://platform:secret@a:1,b:2/?node-preference=follower')).toMatchObject({
      url: 'esdb://platform:secret@a:1,b:2?nodePreference=follower',
      nodes: [{ url: 'esdb://platform:secret@a:1?nodePreference=follower' }, { host: 'b', port: 2 }],
      isCluster: true,
    });
  });

  it('gets anonymous credentials if it names no user and TLS is off', () => {
    expect(parseConnectionString('esdb://store:2113?keepAliveInterval=10000&tls=false')).toMatchObject({
      url: 'esdb://store:2113?keepAliveInterval=10000&tls=false',
      credentials: { username: 'anonymous', password: '' },
      tls: false,
    });
  });

  it.each(['esdb://store:2113', 'esdb://store:2113?tls=true', 'esdb://a:2113,b:2113'])(
    'is refused without a user: %s',
    (url) => {
      expect(messageOf(url)).toMatch(/^EVENTSTORE_URL: it names no user/);
    },
  );

  it.each([
    ['kurrentdb://u:p@store:2113', 'esdb://u:p@store:2113'],
    ['kurrentdb+discover://u:p@store:2113', 'esdb+discover://u:p@store:2113'],
    ['kdb://u:p@store:2113', 'esdb://u:p@store:2113'],
    ['  "esdb://u:p@store:2113?tls=false" \n', 'esdb://u:p@store:2113?tls=false'],
    ["'esdb://u:p@store:2113'", 'esdb://u:p@store:2113'],
  ])('may be written as %s', (input, url) => {
    expect(parseConnectionString(input).url).toBe(url);
  });

  it.each([
    ['esdb://admin:abc@def@host:2113'],
    ['esdb://admin:abc@def/gh:ij%@host:2113?tls=true'],
    ['esdb://admin:abc/def@host:2113'],
    ['esdb://admin:abc?def=ghi@host:2113'],
    ['esdb://admin:abc#def@host:2113'],
    ['esdb://admin:abc:def@host:2113'],
    ['esdb://admin:abc%def@host:2113'],
    ['esdb://admin:abc%ffdef@host:2113'],
    ['esdb://admin:abc def@host:2113'],
    ['esdb://ad@min:abcdef@host:2113'],
  ])('is refused with an unescaped password, and no part of it is quoted: %s', (url) => {
    const message = messageOf(url);
    expect(message).toMatch(/^EVENTSTORE_URL: percent-encode the password/);
    for (const part of ['abc', 'def', 'gh', 'ij']) expect(message).not.toContain(part);
  });

  it.each([
    ['?tlsVerifyCert=false', /EVENTSTORE_URL: tlsVerifyCert=false is not supported.*tlsCaFile/],
    ['?tls-verify-cert=false', /EVENTSTORE_URL: tlsVerifyCert=false is not supported/],
    ['?tlsCertFile=/x', /EVENTSTORE_URL: there is no option tlsCertFile$/],
    ['?tls=true&tlsInsecure=true', /EVENTSTORE_URL: there is no option tlsInsecure$/],
    ['?throw_on_append_failure=false', /EVENTSTORE_URL: throwOnAppendFailure=false/],
    ['?tls=yes', /EVENTSTORE_URL: tls is neither true nor false/],
    ['?gossipTimeout=soon', /EVENTSTORE_URL: gossipTimeout is no whole number/],
    ['?nodePreference=any', /EVENTSTORE_URL: nodePreference is none of leader/],
    ['?connectionName=a%zz', /EVENTSTORE_URL: the value of connectionName has a % that is no escape/],
    ['?tlsCaFile=', /EVENTSTORE_URL: tlsCaFile has no value/],
    [':no-port', /EVENTSTORE_URL: host:port/],
  ])('with %s is refused with the reason, without quoting its user or password', (suffix, message) => {
    const problem = messageOf(`esdb://platform:secret@store${suffix}`);
    expect(problem).toMatch(message);
    expect(problem).not.toContain('secret');
    expect(problem).not.toContain('platform');
  });

  it('is refused with the reason if it has another scheme or a user without a password', () => {
    expect(messageOf('http://u:secret@store:2113')).toMatch(/begins with none of esdb:\/\/.*kurrentdb:\/\//);
    expect(messageOf('esdb://u@store:2113')).toMatch(/a user without a password/);
    expect(messageOf('esdb://u:@store:2113')).toMatch(/a user without a password/);
  });

  describe('with options that name files', () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'certificates-'));
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it('is refused with the name of a file that is missing or contains no certificate', () => {
      const path = join(folder, 'empty.crt');
      writeFileSync(path, 'nothing');
      const missing = join(folder, 'missing.crt');
      expect(messageOf(`esdb://u:secret@store?tlsCaFile=${missing}`)).toBe(
        `EVENTSTORE_URL: tlsCaFile names ${missing}, which cannot be read (ENOENT)`,
      );
      expect(messageOf(`esdb://u:secret@store?tlsCAFile=${path}`)).toBe(
        `EVENTSTORE_URL: tlsCaFile names ${path}, which holds no certificate (PEM)`,
      );
    });

    it('accepts a user certificate with its key instead of a user name', () => {
      const { certificate, key } = newAuthority(folder).certificateOf('platform');
      const files = `userCertFile=${certificate}&userKeyFile=${key}`;
      expect(parseConnectionString(`esdb://store:2113?${files}`).credentials).toBeNull();
      expect(parseConnectionString(`esdb://u:p@store:2113?${files}`).credentials).toEqual({
        username: 'u',
        password: 'p',
      });
      expect(messageOf(`esdb://store:2113?userCertFile=${certificate}`)).toMatch(/userCertFile and userKeyFile belong/);
    });
  });
});

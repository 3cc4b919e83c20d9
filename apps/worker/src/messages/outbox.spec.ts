import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOutboxTransport } from './messages.js';

const message = {
  key: 'request-1',
  to: { name: '王见证', phone: '13800000001' },
  subject: '见证签名提醒',
  text: '待您见证签名',
};
let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'outbox');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

describe('Messages in the outbox', () => {
  it('are one file each, readable by the operator alone', async () => {
    await createOutboxTransport(folder).send(message);
    await createOutboxTransport(folder).send({ ...message, key: 'request-2' });
    expect((await readdir(folder)).toSorted()).toEqual(['request-1.txt', 'request-2.txt']);
    expect(await readFile(join(folder, 'request-1.txt'), 'utf8')).toBe(
      'To: 王见证 13800000001\nSubject: 见证签名提醒\n\n待您见证签名\n',
    );
    expect((await stat(folder)).mode & 0o077).toBe(0);
    expect((await stat(join(folder, 'request-1.txt'))).mode & 0o077).toBe(0);
  });

  it('contain the mail address of the receiver', async () => {
    await createOutboxTransport(folder).send({ ...message, email: 'wang@example.com' });
    expect(await readFile(join(folder, 'request-1.txt'), 'utf8')).toMatch(/^To: 王见证 wang@example.com\n/);
  });

  it('are written once for repeated sends under one key', async () => {
    await createOutboxTransport(folder).send(message);
    await createOutboxTransport(folder).send(message);
    expect(await readdir(folder)).toEqual(['request-1.txt']);
  });
});

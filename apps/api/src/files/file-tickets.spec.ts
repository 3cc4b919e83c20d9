import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEmbeddedEngines, type Engines } from '#engines';
import { ROLE } from '#events';
import type { Caller } from '../auth/caller.js';
import { documentUrl } from '../print/ticket.js';
import { UploadTickets, type StoredFile } from './file-tickets.js';

const HOUR = 60 * 60 * 1000;
const file: StoredFile = { hash: 'a'.repeat(64), name: '检测报告.pdf', size: 3, mediaType: 'application/pdf' };
const callerOf = (userId: string): Caller => ({
  actor: { userId, role: ROLE.lab, unitId: 'u' },
  jti: 'j',
  userId,
  userName: userId,
  name: '',
  roles: [ROLE.lab],
  unitId: 'u',
  unitType: 1,
  unitName: '',
});
const [zhou, shen] = [callerOf('zhou'), callerOf('shen')];

let engines: Engines;
let clock = Date.parse('2026-11-21T08:00:00.000Z');
let tickets: UploadTickets;
beforeAll(async () => {
  engines = await openEmbeddedEngines(':memory:');
  tickets = new UploadTickets(engines, () => new Date(clock));
});
afterAll(() => engines.close());

const unknown = { code: 'UPLOAD_UNKNOWN' };

describe('an uploadId', () => {
  it('gives its uploader, and no other user, access to the file for 24 hours', async () => {
    const uploadId = await tickets.seal(file, zhou);
    clock += 24 * HOUR - 1;
    expect(await tickets.open(uploadId, zhou)).toEqual(file);
    await expect(tickets.open(uploadId, shen)).rejects.toMatchObject(unknown);
    clock += 1;
    await expect(tickets.open(uploadId, zhou)).rejects.toMatchObject(unknown);
  });

  it('cannot be made up or altered, and no other ticket is accepted as one', async () => {
    const uploadId = await tickets.seal(file, zhou);
    const [payload = '', mac = ''] = uploadId.split('.');
    const changed = Buffer.from(Buffer.from(payload, 'base64url').toString('utf8').replace('"a', '"b')).toString(
      'base64url',
    );
    const documentTicket =
      (await documentUrl(engines.vault, { ...file, userId: zhou.userId }, new Date(clock))).split('/').at(-1) ?? '';
    for (const ticket of ['', 'x', 'x.y', payload, `${changed}.${mac}`, documentTicket])
      await expect(tickets.open(ticket, zhou)).rejects.toMatchObject(unknown);
  });
});

import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { followEvents, getDocumentChanges, getUserInfo, setUserRoles } from '#contract';
import { openEmbeddedEngines } from '#engines';
import { ROLE } from '#events';
import { createApi } from '../app.js';
import type { Caller } from '../auth/caller.js';
import { createConsignmentAt } from '#harness/consignments/stages';
import { startService } from '#harness/service/service';
import { EventStreams } from './event-streams.js';

const userId = crypto.randomUUID();
const caller: Caller = {
  userId,
  userName: 'someone',
  name: '',
  roles: [],
  unitId: null,
  unitType: null,
  unitName: '',
  jti: '',
  actor: { userId, role: '', unitId: null },
};

describe('an event stream', () => {
  it('is closed together with its subscription if its client does not read', async () => {
    const engines = await openEmbeddedEngines(':memory:');
    const api = await createApi({ engines, heartbeatMs: 5 });
    const streams = api.get(EventStreams);
    const ending = new AbortController();
    const response = streams.start({ caller, token: '', operation: followEvents.name }, async function* (signal) {
      signal.addEventListener('abort', () => ending.abort());
      yield { text: 'x'.repeat(100_000) };
      await once(signal, 'abort');
    });
    const isAborted = once(ending.signal, 'abort').then(() => true);
    const isGivenUp = await Promise.race([isAborted, pause(3_000, false, { ref: false })]);
    response.getStream().destroy();
    await api.close();
    await engines.close();
    expect(isGivenUp).toBe(true);
  });

  it('ends when the role that opened it is removed, even if the session is still valid', async () => {
    const service = await startService({ heartbeatMs: 5 });
    try {
      const [admin, auditor] = [await service.as('admin'), await service.as('auditor')];
      const { userId } = await auditor.do(getUserInfo);
      const { id } = await createConsignmentAt(service, 20);
      const response = await fetch(`${service.url}${getDocumentChanges.path}?ids=${id}`, {
        headers: { authorization: `Bearer ${auditor.token}` },
      });
      expect(response.status).toBe(200);
      const isEnded = response.text().then(() => true);
      await admin.do(setUserRoles, { body: { userId, roleNames: [ROLE.operator], reason: '换岗' } });
      expect(await Promise.race([isEnded, pause(20_000, false, { ref: false })])).toBe(true);
      expect((await auditor.call(getUserInfo)).status).toBe(200);
    } finally {
      await service.close();
    }
  });
});

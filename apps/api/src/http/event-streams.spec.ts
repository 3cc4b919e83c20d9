import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { openEmbeddedEngines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Sessions } from '../auth/sessions.js';
import { Tokens } from '../auth/tokens.js';
import { Users } from '../auth/users.js';
import { EventStreams } from './event-streams.js';

const now = () => new Date('2026-03-01T08:00:00.000Z');
const userId = crypto.randomUUID();
const caller: Caller = { userId, userName: 'someone', name: '', roles: [], unitId: null, unitType: null, unitName: '', jti: '', actor: { userId, role: '', unitId: null } };

describe('an event stream', () => {
  it('whose client reads nothing is given up, and its subscription with it', async () => {
    const engines = await openEmbeddedEngines(':memory:');
    const sessions = new Sessions(engines, await Tokens.open(engines.vault), new Users(engines));
    const streams = new EventStreams(sessions, now, { checkAnswers: true, heartbeatMs: 5 }, pino({ level: 'silent' }));
    const over = new AbortController();
    const answer = streams.start({ caller, token: '' }, async function* (signal) {
      signal.addEventListener('abort', () => over.abort());
      yield { text: 'x'.repeat(100_000) };
      await once(signal, 'abort');
    });
    const left = once(over.signal, 'abort').then(() => true);
    const isGivenUp = await Promise.race([left, pause(3_000, false, { ref: false })]);
    answer.getStream().destroy();
    await engines.close();
    expect(isGivenUp).toBe(true);
  });
});

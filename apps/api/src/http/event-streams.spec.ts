import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { openEmbeddedEngines } from '#engines';
import { callerFor } from '../auth/caller.js';
import { Sessions } from '../auth/sessions.js';
import { Tokens } from '../auth/tokens.js';
import { Users } from '../auth/users.js';
import { EventStreams } from './event-streams.js';

const now = () => new Date('2026-03-01T08:00:00.000Z');
const caller = callerFor({ id: crypto.randomUUID(), userName: 'someone', profile: { name: '', phone: '', email: '' }, roles: [], unitId: null, unitType: null, unitName: '', active: true } as unknown as Parameters<typeof callerFor>[0], '');

describe('an event stream', () => {
  it('whose client reads nothing is given up, and its subscription with it', async () => {
    const engines = await openEmbeddedEngines(':memory:');
    const sessions = new Sessions(engines, await Tokens.open(engines.vault), new Users(engines));
    const streams = new EventStreams(sessions, now, { checkAnswers: true, heartbeatMs: 5 }, pino({ level: 'silent' }));
    const left = new Promise<void>((resolve) => {
      streams.start({ caller, token: '' }, async function* (over) {
        over.addEventListener('abort', () => resolve());
        yield { text: 'x'.repeat(100_000) };
        await pause(60_000, undefined, { signal: over }).catch(() => undefined);
      });
    });
    await left;
    await engines.close();
    expect(() => streams.start({ caller, token: '' }, async function* () {})).not.toThrow();
    streams.onModuleDestroy();
  });
});

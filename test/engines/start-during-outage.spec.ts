import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { assembleEngines, embeddedOpeners, serverOpeners } from '#engines';
import { createApi } from '../../apps/api/src/app.js';
import { startServer } from '../mongodb/start-server.mjs';

(process.env['MONGO_URL'] ? describe : describe.skip)('an api that starts while MongoDB is unavailable', () => {
  it('a process logs the problem, waits, and serves requests when MongoDB is back', async () => {
    const mongo = await startServer();
    const servers = await serverOpeners({ MONGO_URL: `${mongo.url}/starts` });
    const engines = await assembleEngines({ ...embeddedOpeners(':memory:'), ...servers.openers });
    const lines = new PassThrough();
    mongo.pause();
    const starting = createApi({ engines, logger: pino({ level: 'warn' }, lines) });
    const [line] = (await once(lines, 'data')) as [Buffer];
    expect(JSON.parse(String(line))).toMatchObject({
      msg: 'an engine is not available, trying again',
      err: { type: 'StoreUnavailable' },
    });
    mongo.resume();
    const api = await starting;
    await api.listen(0, '127.0.0.1');
    expect((await fetch(`${await api.getUrl()}/healthz`)).status).toBe(200);
    await api.close();
    await engines.close();
    await servers.close();
    await mongo.stop();
  });
});

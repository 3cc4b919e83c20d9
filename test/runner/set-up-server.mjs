// Runs once in each worker of the tests of the server, before the first test file.
import { register } from 'node:module';
import { limitTimes } from './time-limit.mjs';

register('./typescript-hooks.mjs', import.meta.url, { data: { project: 'server' } });
process.setSourceMapsEnabled(true);
limitTimes(300_000); // long, because the engines are real, and a shared machine may be busy

// Runs once in each worker of the tests of the console, before the first test file.
import { register } from 'node:module';
import './browser-page.mjs';
import * as React from 'react';
import { limitTimes } from './time-limit.mjs';

register('./typescript-hooks.mjs', import.meta.url, { data: { project: 'console' } });
process.setSourceMapsEnabled(true);
limitTimes(120_000); // long, because a shared machine may be busy

// React keeps an Error for each element that it creates, so that warnings can tell where it was created. That takes a
// tenth of the time of these tests. React stops at ten thousand a second; here it always has that many.
Object.defineProperty(
  React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
  'recentlyCreatedOwnerStacks',
  { get: () => Infinity, set() {}, configurable: true },
);

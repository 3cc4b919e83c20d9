import type { INestApplication } from '@nestjs/common';
import { pino } from 'pino';
import { authenticate } from '#contract';
import { allProjections } from '#domain/views';
import type { Engines } from '#engines';
import { createProjector } from '../../../apps/projector/src/projector.js';
import { DEMO_PASSWORD } from '../../../apps/standalone/src/import/import-demo.js';
import { createApi, type ApiSettings } from '../../../apps/api/src/app.js';
import { Client, type PositionTracker } from './client.js';
import { waitForAllViews, importedEngines, importInto, importData } from './imported-engines.js';

export type Service = {
  url: string;
  engines: Engines;
  /** A demo user, signed in once; `client1`, `client2`, `lab1`, `lab2`, `admin`, `auditor`, `operator`. */
  as(userName: string): Promise<Client>;
  /** A client without a token. */
  stranger: Client;
  /** A client with any token. */
  withToken(token: string): Client;
  /** Makes every list wait for the newest event, after a test has appended without the api. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
};

/**
 * `dataDir`: a folder, for tests that read the files of the engines. `engines`: engines that the test has opened; they
 * are closed with the service. Without either, all data is in memory. `repeatsCommands`: clients send every command
 * twice under one Idempotency-Key and require the same answer.
 */
export type ServiceOptions = Partial<ApiSettings> & { demo?: boolean; dataDir?: string; repeatsCommands?: boolean };

/** All specs have the same address, and the number of their failed sign-ins is not limited. */
const UNLIMITED = { signInFailuresPerAddress: 0, codesPerMinute: 10_000, codesPerDay: 10_000 };

/**
 * The whole service in this process, in memory, with reference and demo data, called by specs over HTTP. Start one per
 * spec file; the tests of a file use different ids.
 */
export const startService = async ({
  demo = true,
  dataDir,
  engines: existingEngines,
  repeatsCommands = false,
  ...settings
}: ServiceOptions = {}): Promise<Service> => {
  const logger = pino({ level: process.env.LOG_LEVEL ?? 'silent' });
  const engines = existingEngines
    ? await importData(existingEngines, { demo, logger })
    : dataDir === undefined
      ? await importedEngines({ demo, logger })
      : await importInto(dataDir, { demo, logger });
  const projector = createProjector({ engines, projections: allProjections, logger });
  let api: INestApplication | null = await createApi({
    engines,
    logger,
    checkAnswers: true,
    loginsPerMinute: 10_000,
    addressLimits: UNLIMITED,
    codeOutcomeMs: 0,
    ...settings,
  });
  await api.listen(0, '127.0.0.1');
  const url = await api.getUrl();
  const tracker: PositionTracker = { position: null };
  const catchUp = async () => {
    tracker.position = await waitForAllViews(engines);
  };
  await catchUp();

  const stranger = new Client(url, null, tracker, repeatsCommands);
  const signedIn = new Map<string, Promise<Client>>();
  const signIn = async (userName: string): Promise<Client> => {
    const { accessToken } = await stranger.do(authenticate, {
      body: { UserNameOrEmailAddress: userName, password: DEMO_PASSWORD },
    });
    return new Client(url, accessToken, tracker, repeatsCommands);
  };
  return {
    url,
    engines,
    stranger,
    withToken: (token) => new Client(url, token, tracker, repeatsCommands),
    as(userName) {
      const client = signedIn.get(userName) ?? signIn(userName);
      signedIn.set(userName, client);
      return client;
    },
    catchUp,
    async close() {
      await api?.close();
      api = null; // a worker keeps the module of every spec file, and with it the service that the file started
      await projector.stop();
      await engines.close();
    },
  };
};

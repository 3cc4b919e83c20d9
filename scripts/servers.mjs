// The servers for the tests of engines: those whose URL is in the environment; the others are started here if possible:
// the redis-server of Debian, and the stand-ins for EventStoreDB and MongoDB in test/.

const KINDS = [
  {
    name: 'EventStoreDB',
    variable: 'EVENTSTORE_URL',
    start: async () => (await import('../test/eventstoredb/start-server.mjs')).startServer(),
    localServer: 'the stand-in in test/eventstoredb',
  },
  {
    name: 'MongoDB',
    variable: 'MONGO_URL',
    start: async () => (await import('../test/mongodb/start-server.mjs')).startServer(),
    localServer: 'the stand-in in test/mongodb',
  },
  {
    name: 'Redis',
    variable: 'REDIS_URL',
    start: async () => (await import('../test/redis/start-server.mjs')).startServer(),
    localServer: 'redis-server',
  },
];

/** One line per server: which one the tests used, or that its suites did not run. */
export const serverTable = (env, started = new Set()) =>
  KINDS.map(
    ({ name, variable, localServer }) =>
      `  ${name.padEnd(14)}${env[variable] ? `${started.has(variable) ? localServer : variable}` : `did not run: set ${variable}, or --start`}`,
  ).join('\n');

export const missingServers = (env) => KINDS.filter(({ variable }) => !env[variable]).map(({ name }) => name);

/**
 * Starts the servers that the environment does not name.
 * @returns the environment with all URLs, which of them were started, why others could not be, and how to stop them
 */
export const startServers = async (env) => {
  const urls = {};
  const running = [];
  const problems = [];
  for (const { name, variable, start } of KINDS.filter(({ variable }) => !env[variable])) {
    try {
      const server = await start();
      running.push(server);
      urls[variable] = server.url;
    } catch (error) {
      problems.push(`${name} could not be started: ${error.message}`);
    }
  }
  const stop = () => Promise.all(running.map((server) => server.stop()));
  return { env: { ...env, ...urls }, started: new Set(Object.keys(urls)), problems, stop };
};

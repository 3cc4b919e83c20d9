import { createServer, type Server } from 'node:http';
import type { EngineStates } from '#engines';

const STARTING_BODY = '{"message":"The service is starting and waits for an engine"}';

/**
 * Serves health requests on the port of a process while it waits for an engine at its start: alive, not ready, with the
 * states of the engines. It listens only after the first `waitsFor`, so that a normal start opens the port once. A port
 * of 0 is left to the api.
 */
export const serveWhileStarting = (
  port: number,
  host: string,
): { waitsFor(engines: EngineStates): void; close(): Promise<void> } => {
  let states: EngineStates = {};
  let server: Server | null = null;
  return {
    waitsFor(engines) {
      states = engines;
      if (server || port === 0) return;
      server = createServer(({ url = '' }, response) => {
        const path = url.split('?')[0];
        response.setHeader('content-type', 'application/json; charset=utf-8');
        if (path === '/healthz') return response.end('{"status":"ok"}');
        response.statusCode = 503;
        response.setHeader('retry-after', '5');
        return response.end(
          path === '/readyz' ? JSON.stringify({ ready: false, engines: states, views: [] }) : STARTING_BODY,
        );
      });
      server.on('error', () => undefined); // the api reports a port in use when it listens
      server.listen(port, host);
    },
    async close() {
      const closing = server;
      server = null;
      if (!closing?.listening) return;
      const closed = new Promise((resolve) => closing.close(resolve));
      closing.closeAllConnections();
      await closed;
    },
  };
};

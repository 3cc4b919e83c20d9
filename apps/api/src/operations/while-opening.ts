import { createServer, type Server } from 'node:http';
import type { EngineStates } from '#engines';

const ANSWER_TO_ALL_ELSE = '{"message":"The service is starting and waits for an engine"}';

/**
 * What a process answers on its port while it waits at its start for an engine: alive, not ready, and which engine it waits for. It listens
 * only once it is told of waiting, so a start without trouble opens the port once; a port of 0 is left to the api.
 */
export const serveWhileStarting = (
  port: number,
  host: string,
): { waitsFor(engines: EngineStates): void; close(): Promise<void> } => {
  let known: EngineStates = {};
  let server: Server | null = null;
  return {
    waitsFor(engines) {
      known = engines;
      if (server || port === 0) return;
      server = createServer(({ url = '' }, response) => {
        const path = url.split('?')[0];
        response.setHeader('content-type', 'application/json; charset=utf-8');
        if (path === '/healthz') return response.end('{"status":"ok"}');
        response.statusCode = 503;
        response.setHeader('retry-after', '5');
        return response.end(
          path === '/readyz' ? JSON.stringify({ ready: false, engines: known, views: [] }) : ANSWER_TO_ALL_ELSE,
        );
      });
      server.on('error', () => undefined); // a port that is taken is told when the api listens
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

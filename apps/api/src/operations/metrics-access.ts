import { createServer, type Server } from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Access to `/metrics`. With `token`, requests need it as a bearer token. With `port`, the metrics are available only
 * on that port. With neither, only programs on this machine can read them.
 */
export type MetricsAccess = { token?: string; port?: number };

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** The status for a refused request for the metrics on the service's own port; null if it is allowed. */
export const metricsRefusalStatus = (
  { token, port }: MetricsAccess,
  { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
  trustsProxy: boolean,
): 401 | 403 | null => {
  if (port !== undefined) return 403;
  if (token !== undefined) return isBearer(headers.authorization, token) ? null : 401;
  // Behind a proxy that is not configured as trusted, every caller has the address of this machine.
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  if (isForwarded && !trustsProxy) return 403;
  return loopback.check(ip, ip.includes(':') ? 'ipv6' : 'ipv4') ? null : 403;
};

/** Serves only the metrics, on a separate port. @throws Error if the port is in use */
export const listenForMetrics = async (
  { token, port }: MetricsAccess,
  host: string,
  render: () => Promise<string>,
): Promise<Server | null> => {
  if (port === undefined) return null;
  const server = createServer((request, response) => {
    const status = statusOf(
      request.method,
      request.url,
      token === undefined || isBearer(request.headers.authorization, token),
    );
    if (status !== 200) {
      response.writeHead(status).end();
      return;
    }
    render().then(
      (page) => response.writeHead(200, { 'content-type': METRICS_TYPE }).end(page),
      () => response.writeHead(503).end(),
    );
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, listening);
  });
  return server;
};

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const statusOf = (method: string | undefined, url: string | undefined, mayRead: boolean): number => {
  if (url?.split('?')[0] !== '/metrics') return 404;
  if (method !== 'GET' && method !== 'HEAD') return 405;
  return mayRead ? 200 : 401;
};

/** Compares digests, so that neither time nor length reveals anything about the token. */
const isBearer = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

import { createServer, type Server } from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Who may read `/metrics`: whoever sends `token` as a bearer; with `port`, whoever reaches that port, and nobody on the service's own;
 * with neither, programs on this machine alone.
 */
export type MetricsAccess = { token?: string; port?: number };

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** The status that refuses a request for the metrics on the service's own port; null lets it pass. */
export const metricsRefusalStatus = (
  { token, port }: MetricsAccess,
  { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
  trustsProxy: boolean,
): 401 | 403 | null => {
  if (port !== undefined) return 403;
  if (token !== undefined) return isBearer(headers.authorization, token) ? null : 401;
  // Behind a proxy that nobody named every caller looks like one of this machine.
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  if (isForwarded && !trustsProxy) return 403;
  return loopback.check(ip, ip.includes(':') ? 'ipv6' : 'ipv4') ? null : 403;
};

/** Serves the metrics alone, on a port of their own. @throws Error when the port is taken. */
export const listenForMetrics = async (
  { token, port }: MetricsAccess,
  host: string,
  show: () => Promise<string>,
): Promise<Server | null> => {
  if (port === undefined) return null;
  const server = createServer((request, answer) => {
    const status = statusOf(
      request.method,
      request.url,
      token === undefined || isBearer(request.headers.authorization, token),
    );
    if (status !== 200) {
      answer.writeHead(status).end();
      return;
    }
    show().then(
      (page) => answer.writeHead(200, { 'content-type': METRICS_TYPE }).end(page),
      () => answer.writeHead(503).end(),
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

/** Compared by digest: neither its time nor its length tells anything of the token. */
const isBearer = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

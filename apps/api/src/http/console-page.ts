import type { IncomingMessage } from 'node:http';

const OURS = /^\/(api|metrics|healthz|readyz)(\/|$)/;
const FILE = /\.[a-z0-9]+$/i;

/** Addresses of console pages are answered with its index.html before routing; what looks like a file stays a file. */
export const toPage = ({ method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): string => {
  const path = url.split('?')[0] ?? '/';
  return (method === 'GET' || method === 'HEAD') && !OURS.test(path) && !FILE.test(path) ? '/index.html' : url;
};

import type { Settings } from './settings.js';

/** They stand for every address of the machine, so nobody can be sent to them. */
const EVERY_ADDRESS = new Set(['0.0.0.0', '::', '[::]']);

/**
 * The web address at which others reach the platform. Events of the feed and of webhooks link to it, so every process
 * asks here. Without PUBLIC_URL it is where the api listens; a process with other HOST and PORT needs PUBLIC_URL.
 */
export const publicAddress = ({ PUBLIC_URL, HOST, PORT }: Pick<Settings, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string => {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL;
  const host = EVERY_ADDRESS.has(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${PORT}`;
};

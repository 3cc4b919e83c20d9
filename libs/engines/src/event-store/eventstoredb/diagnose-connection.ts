import { connect } from 'node:tls';
import { StoreMisconfigured } from '#events';
import { Connection } from './connection.js';
import type { ConnectionString } from './connection-string.js';
import { readStream } from './log-records.js';
import { createSilenceTimer } from './silence-timer.js';

/**
 * Why no server is found, where the client does not say it: of a cluster it says only that nobody answered, and without
 * TLS only that there is no connection. The nodes are asked one by one; null when none of them tells something that an
 * operator can mend.
 */
export const diagnoseConnection = async (
  { nodes, tls, isCluster }: ConnectionString,
  deadlineMs: number,
): Promise<StoreMisconfigured | null> => {
  for (const { host, port, url } of nodes) {
    if (!tls && (await speaksTls(host, port, deadlineMs)))
      return new StoreMisconfigured(
        `EVENTSTORE_URL: the server at ${host}:${port} wants TLS and a user, and the URL says tls=false`,
      );
    const refusal = tls && isCluster ? await refusalOf(url, deadlineMs) : null;
    if (refusal) return refusal;
  }
  return null;
};

const refusalOf = async (url: string, deadlineMs: number): Promise<StoreMisconfigured | null> => {
  const node = new Connection(url, deadlineMs);
  try {
    await readStream(node, 'platform-log', 0, 0);
    return null;
  } catch (error) {
    return error instanceof StoreMisconfigured ? error : null;
  } finally {
    await node.close();
  }
};

/** Whether a handshake succeeds, whoever signed the certificate: nothing is sent over the connection. */
const speaksTls = (host: string, port: number, deadlineMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, ALPNProtocols: ['h2'], rejectUnauthorized: false });
    const settle = (answer: boolean) => {
      silence.over();
      socket.destroy();
      resolve(answer);
    };
    const silence = createSilenceTimer(deadlineMs, () => settle(false));
    socket.on('secureConnect', () => settle(true));
    socket.on('error', () => settle(false));
    socket.on('close', () => settle(false));
  });

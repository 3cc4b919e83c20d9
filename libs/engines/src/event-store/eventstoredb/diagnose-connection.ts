import { connect } from 'node:tls';
import { StoreMisconfigured } from '#events';
import { Connection } from './connection.js';
import type { ConnectionString } from './connection-string.js';
import { readStream } from './log-records.js';
import { createSilenceTimer } from './silence-timer.js';

/**
 * Finds out why there is no connection if the error of the client does not say it: for a cluster it only says that no
 * node answered, and without TLS only that there is no connection. Calls the nodes one by one; null if no node reports
 * a problem that an operator can solve.
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
    const problem = tls && isCluster ? await problemOfNode(url, deadlineMs) : null;
    if (problem) return problem;
  }
  return null;
};

const problemOfNode = async (url: string, deadlineMs: number): Promise<StoreMisconfigured | null> => {
  const connection = new Connection(url, deadlineMs);
  try {
    await readStream(connection, 'platform-log', 0, 0);
    return null;
  } catch (error) {
    return error instanceof StoreMisconfigured ? error : null;
  } finally {
    await connection.close();
  }
};

/** Whether a TLS handshake succeeds. The certificate is not verified, because nothing is sent over the connection. */
const speaksTls = (host: string, port: number, deadlineMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, ALPNProtocols: ['h2'], rejectUnauthorized: false });
    const finish = (isTls: boolean) => {
      timer.stop();
      socket.destroy();
      resolve(isTls);
    };
    const timer = createSilenceTimer(deadlineMs, () => finish(false));
    socket.on('secureConnect', () => finish(true));
    socket.on('error', () => finish(false));
    socket.on('close', () => finish(false));
  });

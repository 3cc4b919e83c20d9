import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy to a server that can be frozen (it passes nothing on, and connections stay open) and cut (connections end,
 * and new ones are refused).
 */
export const openProxy = async (host: string, port: number) => {
  let state: 'open' | 'frozen' | 'cut' = 'open';
  const sockets = new Set<Socket>();
  const delayedWrites: (() => void)[] = [];
  const forward = (write: () => void): void => void (state === 'frozen' ? delayedWrites.push(write) : write());
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy();
    const target = connect(port, host);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => forward(() => void to.write(bytes)));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    for (const socket of sockets) socket.destroy();
    delayedWrites.length = 0;
  };
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => void (state = 'frozen'),
    cut: () => {
      state = 'cut';
      end();
    },
    restore: () => {
      state = 'open';
      for (const write of delayedWrites.splice(0)) write();
    },
    close: () => {
      end();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

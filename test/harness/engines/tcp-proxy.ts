import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy to a server that can be frozen (it passes nothing on, and connections stay open) and cut (connections end,
 * and new ones are refused).
 */
export const openProxy = async (host: string, port: number) => {
  let way: 'open' | 'frozen' | 'cut' = 'open';
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  const through = (act: () => void): void => void (way === 'frozen' ? held.push(act) : act());
  const server = createServer((near) => {
    if (way === 'cut') return void near.destroy();
    const far = connect(port, host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (bytes) => through(() => void other.write(bytes)));
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    for (const socket of sockets) socket.destroy();
    held.length = 0;
  };
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => void (way = 'frozen'),
    cut: () => {
      way = 'cut';
      end();
    },
    mend: () => {
      way = 'open';
      for (const act of held.splice(0)) act();
    },
    close: () => {
      end();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

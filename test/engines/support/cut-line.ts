import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * `cutNext`: passes on the next request of at least `bytes` completely or in half, then breaks the connection.
 * `holdNext`: holds the next request; resolves when it has arrived, with a function that passes it on. `resetAfter`:
 * resets the connection in the middle of an answer, each time the server has sent this number of bytes, for this number
 * of times. `resets`: number of resets.
 */
export type CutLine = {
  port: number;
  cutNext(what: 'answer' | 'request', bytes: number): void;
  holdNext(bytes: number): Promise<() => void>;
  resetAfter(bytes: number, times: number): void;
  readonly resets: number;
  close(): void;
};

type Order = { bytes: number } & ({ what: 'answer' | 'request' } | { what: 'hold'; held(goOn: () => void): void });

/**
 * A proxy to a server on this machine that passes on every byte, until it is told to break the connection or to hold a
 * request once.
 */
export const openCutLine = async (to: number): Promise<CutLine> => {
  let order: Order | null = null;
  const open = new Set<Socket>();
  const resetting = { every: Infinity, answered: 0, left: 0, done: 0 };
  const line = createServer((client) => {
    const server = connect(to, '127.0.0.1');
    let breaks: 'no' | 'at the answer' = 'no';
    const cut = () => {
      client.destroy();
      server.destroy();
    };
    for (const end of [client, server]) {
      open.add(end);
      end.on('error', cut);
      end.on('close', () => {
        open.delete(end);
        cut();
      });
    }
    client.on('data', (request: Buffer) => {
      if (!order || request.length < order.bytes) return void server.write(request);
      const { what } = order;
      if (order.what === 'hold') order.held(() => void server.write(request));
      order = null;
      if (what === 'hold') return;
      if (what === 'answer') breaks = 'at the answer';
      server.write(what === 'answer' ? request : request.subarray(0, request.length / 2), () => {
        if (what === 'request') cut();
      });
    });
    server.on('data', (answer: Buffer) => {
      if (breaks === 'at the answer') return cut();
      resetting.answered += answer.length;
      if (resetting.left === 0 || resetting.answered < resetting.every) return void client.write(answer);
      Object.assign(resetting, { answered: 0, left: resetting.left - 1, done: resetting.done + 1 });
      client.write(answer.subarray(0, answer.length / 2), () => {
        client.resetAndDestroy();
        server.destroy();
      });
    });
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const close = () => {
    line.close();
    for (const end of open) end.destroy();
  };
  const holdNext = (bytes: number) => new Promise<() => void>((held) => (order = { what: 'hold', bytes, held }));
  return {
    port: (line.address() as AddressInfo).port,
    cutNext: (what, bytes) => void (order = { what, bytes }),
    holdNext,
    resetAfter: (every, times) => void Object.assign(resetting, { every, answered: 0, left: times }),
    get resets() {
      return resetting.done;
    },
    close,
  };
};

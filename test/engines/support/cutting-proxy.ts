import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * `cutNext`: passes on the next request of at least `bytes` completely or in half, then breaks the connection.
 * `holdNext`: holds the next request; resolves when it has arrived, with a function that passes it on. `resetAfter`:
 * resets the connection in the middle of a response, each time the server has sent this number of bytes, for this
 * number of times. `resets`: number of resets.
 */
export type CuttingProxy = {
  port: number;
  cutNext(kind: 'response' | 'request', bytes: number): void;
  holdNext(bytes: number): Promise<() => void>;
  resetAfter(bytes: number, times: number): void;
  readonly resets: number;
  close(): void;
};

type Fault = { bytes: number } & (
  { kind: 'response' | 'request' } | { kind: 'hold'; onHeld(passOn: () => void): void }
);

/** A proxy to a server on this machine. It passes on every byte, but can break a connection or hold a request once. */
export const openCuttingProxy = async (to: number): Promise<CuttingProxy> => {
  let fault: Fault | null = null;
  const open = new Set<Socket>();
  const resetting = { every: Infinity, sent: 0, remaining: 0, count: 0 };
  const proxy = createServer((client) => {
    const server = connect(to, '127.0.0.1');
    let breaks: 'no' | 'at the response' = 'no';
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
      if (!fault || request.length < fault.bytes) return void server.write(request);
      const { kind } = fault;
      if (fault.kind === 'hold') fault.onHeld(() => void server.write(request));
      fault = null;
      if (kind === 'hold') return;
      if (kind === 'response') breaks = 'at the response';
      server.write(kind === 'response' ? request : request.subarray(0, request.length / 2), () => {
        if (kind === 'request') cut();
      });
    });
    server.on('data', (response: Buffer) => {
      if (breaks === 'at the response') return cut();
      resetting.sent += response.length;
      if (resetting.remaining === 0 || resetting.sent < resetting.every) return void client.write(response);
      Object.assign(resetting, { sent: 0, remaining: resetting.remaining - 1, count: resetting.count + 1 });
      client.write(response.subarray(0, response.length / 2), () => {
        client.resetAndDestroy();
        server.destroy();
      });
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const close = () => {
    proxy.close();
    for (const end of open) end.destroy();
  };
  const holdNext = (bytes: number) => new Promise<() => void>((onHeld) => (fault = { kind: 'hold', bytes, onHeld }));
  return {
    port: (proxy.address() as AddressInfo).port,
    cutNext: (kind, bytes) => void (fault = { kind, bytes }),
    holdNext,
    resetAfter: (every, times) => void Object.assign(resetting, { every, sent: 0, remaining: times }),
    get resets() {
      return resetting.count;
    },
    close,
  };
};

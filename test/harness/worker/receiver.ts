import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that the receiver has got. */
export type ReceivedDelivery = { id: string; at: number; headers: Record<string, string>; body: string };

/** How a receiver responds, after it has read the whole request. */
export type ReceiverResponse = (response: ServerResponse, received: ReceivedDelivery) => unknown;

export const respondWith =
  (status: number, headers: Record<string, string> = {}, body = ''): ReceiverResponse =>
  (response) =>
    response.writeHead(status, headers).end(body);

/** Does not respond, and keeps the connection open. */
export const neverRespond: ReceiverResponse = () => undefined;

/** An endpoint of another system, on a port of this machine. `tls`: its certificate. */
export const startReceiver = async (answer: ReceiverResponse = respondWith(204), tls?: ServerOptions) => {
  const received: ReceivedDelivery[] = [];
  const receiver = { answer };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const got = { id: headers['webhook-id'] ?? '', at: performance.now(), headers, body };
    received.push(got);
    await receiver.answer(response, got);
  };
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void take(request, response).catch(() => undefined); // the sender has gone
  const server: Server = tls ? createHttpsServer(tls, listener) : createHttpServer(listener);
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    host,
    url: `${tls ? 'https' : 'http'}://${host}/hook`,
    received,
    /** The first request. */
    first(): ReceivedDelivery {
      const [first] = received;
      if (!first) throw new Error('nothing has come');
      return first;
    },
    ids: () => received.map(({ id }) => id),
    answerWith: (next: ReceiverResponse) => (receiver.answer = next),
    close,
    /** Opens it again after `close`, with the same address. */
    reopen: () => listen(port),
  };
};
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that the receiver has got. */
export type ReceivedDelivery = { id: string; at: number; headers: Record<string, string>; body: string };

/** How a receiver responds, after it has read the whole request. */
export type ReceiverResponse = (response: ServerResponse, delivery: ReceivedDelivery) => unknown;

export const respondWith =
  (status: number, headers: Record<string, string> = {}, body = ''): ReceiverResponse =>
  (response) =>
    response.writeHead(status, headers).end(body);

/** Does not respond, and keeps the connection open. */
export const neverRespond: ReceiverResponse = () => undefined;

/** An endpoint of another system, on a port of this machine. `tls`: its certificate. */
export const startReceiver = async (respond: ReceiverResponse = respondWith(204), tls?: ServerOptions) => {
  const deliveries: ReceivedDelivery[] = [];
  const receiver = { respond };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const delivery = { id: headers['webhook-id'] ?? '', at: performance.now(), headers, body };
    deliveries.push(delivery);
    await receiver.respond(response, delivery);
  };
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void receive(request, response).catch(() => undefined); // the sender has gone
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
    deliveries,
    /** The first request. */
    firstDelivery(): ReceivedDelivery {
      const [firstDelivery] = deliveries;
      if (!firstDelivery) throw new Error('nothing has come');
      return firstDelivery;
    },
    ids: () => deliveries.map(({ id }) => id),
    setResponse: (response: ReceiverResponse) => (receiver.respond = response),
    close,
    /** Opens it again after `close`, with the same address. */
    reopen: () => listen(port),
  };
};
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to the system of a laboratory; `address` is unchanged. */
export type LabCall = {
  method: string;
  path: string;
  address: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: string;
};
type Reply = (call: LabCall, response: ServerResponse) => void;

/** A stub for the system of a laboratory over HTTP, with fixed responses. */
export type StubLaboratory = {
  base: string;
  host: string;
  calls: LabCall[];
  /** The calls of one path, without its prefix. */
  callsTo(path: string): LabCall[];
  /** Sets the payload of a path, which is sent in the envelope of the pre-consignment service. */
  setPayload(path: string, data: unknown, code?: number): void;
  /** Sets a handler for a call. */
  setHandler(path: string, reply: Reply): void;
  close(): Promise<void>;
};

export const stubLaboratory = async (): Promise<StubLaboratory> => {
  const calls: LabCall[] = [];
  const replies = new Map<string, Reply>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://laboratory');
      const call = {
        method: request.method ?? '',
        path: pathname,
        address: request.url ?? '',
        query: Object.fromEntries(searchParams),
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      calls.push(call);
      const reply = replies.get(pathname);
      if (reply) return reply(call, response);
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code: 40400, message: 'no such call', data: null }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const setHandler = (path: string, reply: Reply) => void replies.set(`/lims/api/${path}`, reply);
  return {
    base: `http://127.0.0.1:${port}/lims`,
    host: `127.0.0.1:${port}`,
    calls,
    callsTo: (path) => calls.filter((call) => call.path === `/lims/api/${path}`),
    setPayload: (path, data, code = 20000) =>
      setHandler(
        path,
        (_call, response) =>
          void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ code, message: '', data })),
      ),
    setHandler,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

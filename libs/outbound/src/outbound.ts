import {
  Agent as HttpAgent,
  request as requestHttp,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { checkAddress, isAllowedHost, OutboundRefused, publicLookup } from './address.js';

export type OutboundOptions = {
  /** Hosts, with or without a port, that may be in the private network and be called without TLS (LAB_SYSTEM_HOSTS). */
  allowedHosts: readonly string[];
  /**
   * Reuses connections. A request on a reused connection that the server has just closed is sent again, so it can
   * arrive twice. Without this option no request is sent twice.
   */
  keepAlive?: boolean;
  /** Certificates (PEM) of authorities that are trusted in addition to the standard ones. */
  trustedCertificates?: string;
  /** Resolves names; by default the operating system does. The same rules apply to the addresses it returns. */
  lookup?: LookupFunction;
};

export type OutboundRequest = {
  url: string | URL;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Time until the complete response has been received, in milliseconds. */
  timeoutMs: number;
  /** The connection is closed once the body of the response is larger. */
  maxResponseBytes: number;
  /** Refuses http, except for hosts that the operator allows. */
  requireHttps?: boolean;
  /** Aborts the request, which then rejects with the signal's reason. */
  signal?: AbortSignal;
};

/** `ms`: time from the start to the end of the response. `truncated`: the body was larger than `maxResponseBytes`. */
export type OutboundResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  ms: number;
  truncated: boolean;
};

/** `too-large`: the headers of the response are larger than 16 kB. */
export type OutboundFailure = 'timeout' | 'connection' | 'tls' | 'too-large';

/** No complete response was received. Another attempt may succeed. */
export class OutboundFailed extends Error {
  override name = 'OutboundFailed';

  constructor(
    readonly kind: OutboundFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export type Outbound = {
  /**
   * Sends one HTTP request to an address that somebody else has configured. Redirects are not followed; they are
   * responses like any other.
   * @throws OutboundRefused for an address that is not called; OutboundFailed if there is no complete response
   */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /** Aborts running requests and closes all connections. */
  close(): void;
};

const MAX_HEADER_BYTES = 16_384;
/**
 * Shorter than the idle timeout of common servers, so that a connection is rarely reused while the server closes it.
 */
const IDLE_MS = 4_000;

type ReceivedResponse = Omit<OutboundResponse, 'ms'>;
type Agents = { http: HttpAgent; https: HttpsAgent };

/**
 * The HTTP client for addresses that others configure (ADR-038). It calls only hosts of the public internet and hosts
 * that the operator allows, connects to exactly the address that was checked, and limits the time and size of a
 * response.
 */
export const openOutbound = ({
  allowedHosts,
  keepAlive = false,
  trustedCertificates,
  lookup,
}: OutboundOptions): Outbound => {
  const ca = trustedCertificates === undefined ? {} : { ca: [...rootCertificates, trustedCertificates] };
  const createAgents = (reuse: boolean): Agents => {
    const connection = reuse ? { keepAlive: true, timeout: IDLE_MS } : {};
    return { http: new HttpAgent(connection), https: new HttpsAgent({ ...connection, ...ca }) };
  };
  const singleUseAgents = createAgents(false);
  const standardAgents = keepAlive ? createAgents(true) : singleUseAgents;
  const checkedLookup = publicLookup(lookup);
  const runningRequests = new Set<() => void>();
  let isClosed = false;

  const lookupFor = (url: URL): { lookup?: LookupFunction } => {
    // A reused connection is found by host and port, and these also decide the lookup, so it fits every request.
    if (!isAllowedHost(url, allowedHosts)) return { lookup: checkedLookup };
    return lookup ? { lookup } : {};
  };

  return {
    async request({ requireHttps, timeoutMs, ...request }) {
      const url = checkAddress(request.url, { allowedHosts, requireHttps });
      if (isClosed) throw new OutboundFailed('connection', 'The client is closed');
      const startedAt = performance.now();
      const send = (agents: Agents): Promise<ReceivedResponse> => {
        const exchange = new Exchange(url, request, { ...agents, ...lookupFor(url) });
        const close = () => exchange.fail(new OutboundFailed('connection', 'The client was closed'));
        runningRequests.add(close);
        const remainingMs = Math.max(0, timeoutMs - (performance.now() - startedAt));
        return exchange.run(remainingMs).finally(() => runningRequests.delete(close));
      };
      const response = await send(standardAgents).catch((error: unknown) => {
        if (error instanceof ConnectionWasClosed) return send(singleUseAgents);
        throw error;
      });
      return { ...response, ms: Math.round(performance.now() - startedAt) };
    },
    close() {
      isClosed = true;
      for (const closeRequest of runningRequests) closeRequest();
      for (const { http, https } of [standardAgents, singleUseAgents])
        for (const agent of [http, https]) agent.destroy();
    },
  };
};

/** The server had closed a reused connection before it read the request. */
class ConnectionWasClosed extends OutboundFailed {}

/** One request and its response on one connection. */
class Exchange {
  private readonly outgoing: ClientRequest;
  private readonly isHttps: boolean;
  private readonly chunks: Buffer[] = [];
  private bytes = 0;
  private isHandshaking = false;
  private hasResponse = false;
  private resolvers: { resolve(response: ReceivedResponse): void; reject(error: Error): void } | null = null;

  constructor(
    url: URL,
    private readonly request: Omit<OutboundRequest, 'timeoutMs' | 'requireHttps'>,
    { http, https, lookup }: Agents & { lookup?: LookupFunction },
  ) {
    const { method, headers, body } = request;
    this.isHttps = url.protocol === 'https:';
    this.outgoing = (this.isHttps ? requestHttps : requestHttp)(url, {
      method,
      agent: this.isHttps ? https : http,
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: {
        'accept-encoding': 'identity',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
      ...(lookup ? { lookup } : {}),
    });
  }

  /** @throws OutboundRefused, OutboundFailed, or the reason of the request's signal */
  async run(timeoutMs: number): Promise<ReceivedResponse> {
    const { signal, body } = this.request;
    const abort = () => this.fail(signal?.reason instanceof Error ? signal.reason : new Error('The request was ended'));
    const deadline = setTimeout(() => this.fail(new OutboundFailed('timeout', 'No answer in time')), timeoutMs);
    try {
      return await new Promise<ReceivedResponse>((resolve, reject) => {
        this.resolvers = { resolve, reject };
        this.watchHandshake();
        this.outgoing.on('response', (incoming) => this.readResponse(incoming));
        this.outgoing.on('error', (error) => this.fail(error));
        this.outgoing.on('close', () => this.fail(new OutboundFailed('connection', 'The connection was broken off')));
        this.outgoing.end(body);
        signal?.addEventListener('abort', abort);
        if (signal?.aborted) abort();
      });
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Ends the exchange with an error. Does nothing once the response is complete. */
  fail(error: Error): void {
    if (!this.resolvers) return;
    this.resolvers.reject(this.toFailure(error));
    this.resolvers = null;
    this.outgoing.destroy();
  }

  private watchHandshake(): void {
    if (!this.isHttps) return;
    this.outgoing.on('socket', (socket) => {
      socket.once('connect', () => (this.isHandshaking = true));
      socket.once('secureConnect', () => (this.isHandshaking = false));
    });
  }

  private readResponse(incoming: IncomingMessage): void {
    this.hasResponse = true;
    const { maxResponseBytes } = this.request;
    const finish = (truncated: boolean) => {
      const body = Buffer.concat(this.chunks).subarray(0, maxResponseBytes);
      this.resolvers?.resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body, truncated });
      this.resolvers = null;
      if (truncated) this.outgoing.destroy();
    };
    incoming.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk);
      this.bytes += chunk.length;
      if (this.bytes > maxResponseBytes) finish(true);
    });
    incoming.on('end', () => finish(false));
    incoming.on('error', (error) => this.fail(error));
  }

  private toFailure(error: Error): Error {
    if (error instanceof OutboundRefused || error instanceof OutboundFailed || error === this.request.signal?.reason)
      return error;
    const { code = '' } = error as NodeJS.ErrnoException;
    const message = `${code || error.name}: ${error.message}`;
    const options = { cause: error };
    if (code === 'HPE_HEADER_OVERFLOW') return new OutboundFailed('too-large', message, options);
    if (this.isHandshaking) return new OutboundFailed('tls', message, options);
    if (this.outgoing.reusedSocket && !this.hasResponse && ['ECONNRESET', 'EPIPE'].includes(code))
      return new ConnectionWasClosed('connection', message, options);
    return new OutboundFailed('connection', message, options);
  }
}

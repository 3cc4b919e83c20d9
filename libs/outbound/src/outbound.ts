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
  /**
   * Hosts, with or without their port, that may stand in the own network and be called without TLS (LAB_SYSTEM_HOSTS).
   */
  allowedHosts: readonly string[];
  /**
   * Connections are kept for the next request. A request on a kept connection that the other side has just closed is
   * sent once more, so it can arrive twice; without this no request is ever sent twice.
   */
  keepAlive?: boolean;
  /** Certificates (PEM) of authorities that are trusted beside the usual ones. */
  trustedCertificates?: string;
  /** Resolves names; the operating system does unless given. Its answers are held to the same rules. */
  lookup?: LookupFunction;
};

export type OutboundRequest = {
  url: string | URL;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Until the whole answer is there, in milliseconds. */
  timeoutMs: number;
  /** More of an answer is not read: the connection is cut. */
  maxAnswerBytes: number;
  /** Refuses http, save for hosts that the operator allows. */
  requireHttps?: boolean;
  /** Ends the request from outside; it then rejects with the signal's reason. */
  signal?: AbortSignal;
};

/** `ms`: from the start until the end of the answer. `truncated`: there was more than `maxAnswerBytes`. */
export type OutboundAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  ms: number;
  truncated: boolean;
};

/** `too-large`: the head of the answer is larger than 16 kB. */
export type OutboundFailure = 'timeout' | 'connection' | 'tls' | 'too-large';

/** There was no whole answer. Another attempt may succeed. */
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
   * One HTTP request to an address that somebody outside named. Redirects are answers like any other and are not
   * followed.
   * @throws OutboundRefused for an address that is not called; OutboundFailed when there is no whole answer
   */
  request(request: OutboundRequest): Promise<OutboundAnswer>;
  /** Ends requests under way and closes all connections. */
  close(): void;
};

const MAX_HEADER_BYTES = 16_384;
/** Less than servers commonly keep an idle connection for, so that few are reused just as they close. */
const IDLE_MS = 4_000;

type Answer = Omit<OutboundAnswer, 'ms'>;
type Agents = { http: HttpAgent; https: HttpsAgent };

/**
 * The client for addresses that others name (ADR-038): only hosts of the public internet unless the operator allows
 * them, the address that was checked is the one connected to, and no answer takes more time or memory than the caller
 * grants.
 */
export const openOutbound = ({
  allowedHosts,
  keepAlive = false,
  trustedCertificates,
  lookup,
}: OutboundOptions): Outbound => {
  const ca = trustedCertificates === undefined ? {} : { ca: [...rootCertificates, trustedCertificates] };
  const agents = (keeps: boolean): Agents => {
    const connection = keeps ? { keepAlive: true, timeout: IDLE_MS } : {};
    return { http: new HttpAgent(connection), https: new HttpsAgent({ ...connection, ...ca }) };
  };
  const single = agents(false);
  const usual = keepAlive ? agents(true) : single;
  const checkedLookup = publicLookup(lookup);
  const underWay = new Set<() => void>();
  let isClosed = false;

  const lookupFor = (url: URL): { lookup?: LookupFunction } => {
    // A kept connection is found again by host and port alone, and these decide which lookup it was made with.
    if (!isAllowedHost(url, allowedHosts)) return { lookup: checkedLookup };
    return lookup ? { lookup } : {};
  };

  return {
    async request({ requireHttps, timeoutMs, ...request }) {
      const url = checkAddress(request.url, { allowedHosts, requireHttps });
      if (isClosed) throw new OutboundFailed('connection', 'The client is closed');
      const started = performance.now();
      const send = (through: Agents): Promise<Answer> => {
        const exchange = new Exchange(url, request, { ...through, ...lookupFor(url) });
        const close = () => exchange.fail(new OutboundFailed('connection', 'The client was closed'));
        underWay.add(close);
        const leftMs = Math.max(0, timeoutMs - (performance.now() - started));
        return exchange.answer(leftMs).finally(() => underWay.delete(close));
      };
      const answer = await send(usual).catch((error: unknown) => {
        if (error instanceof ConnectionWasClosed) return send(single);
        throw error;
      });
      return { ...answer, ms: Math.round(performance.now() - started) };
    },
    close() {
      isClosed = true;
      for (const end of underWay) end();
      for (const agent of [usual.http, usual.https, single.http, single.https]) agent.destroy();
    },
  };
};

/** The other side had closed a kept connection before it read the request. */
class ConnectionWasClosed extends OutboundFailed {}

/** One request and its answer on one connection. */
class Exchange {
  private readonly outgoing: ClientRequest;
  private readonly isHttps: boolean;
  private readonly chunks: Buffer[] = [];
  private bytes = 0;
  private isHandshaking = false;
  private isAnswered = false;
  private settle: { resolve(answer: Answer): void; reject(error: Error): void } | null = null;

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
  async answer(timeoutMs: number): Promise<Answer> {
    const { signal, body } = this.request;
    const giveUp = () =>
      this.fail(signal?.reason instanceof Error ? signal.reason : new Error('The request was ended'));
    const deadline = setTimeout(() => this.fail(new OutboundFailed('timeout', 'No answer in time')), timeoutMs);
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.settle = { resolve, reject };
        this.watchHandshake();
        this.outgoing.on('response', (incoming) => this.read(incoming));
        this.outgoing.on('error', (error) => this.fail(error));
        this.outgoing.on('close', () => this.fail(new OutboundFailed('connection', 'The connection was broken off')));
        this.outgoing.end(body);
        signal?.addEventListener('abort', giveUp);
        if (signal?.aborted) giveUp();
      });
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', giveUp);
    }
  }

  /** Ends the exchange; without effect once there is a whole answer. */
  fail(error: Error): void {
    if (!this.settle) return;
    this.settle.reject(this.failureOf(error));
    this.settle = null;
    this.outgoing.destroy();
  }

  private watchHandshake(): void {
    if (!this.isHttps) return;
    this.outgoing.on('socket', (socket) => {
      socket.once('connect', () => (this.isHandshaking = true));
      socket.once('secureConnect', () => (this.isHandshaking = false));
    });
  }

  private read(incoming: IncomingMessage): void {
    this.isAnswered = true;
    const { maxAnswerBytes } = this.request;
    const finish = (truncated: boolean) => {
      const body = Buffer.concat(this.chunks).subarray(0, maxAnswerBytes);
      this.settle?.resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body, truncated });
      this.settle = null;
      if (truncated) this.outgoing.destroy();
    };
    incoming.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk);
      this.bytes += chunk.length;
      if (this.bytes > maxAnswerBytes) finish(true);
    });
    incoming.on('end', () => finish(false));
    incoming.on('error', (error) => this.fail(error));
  }

  private failureOf(error: Error): Error {
    if (error instanceof OutboundRefused || error instanceof OutboundFailed || error === this.request.signal?.reason)
      return error;
    const { code = '' } = error as NodeJS.ErrnoException;
    const message = `${code || error.name}: ${error.message}`;
    const options = { cause: error };
    if (code === 'HPE_HEADER_OVERFLOW') return new OutboundFailed('too-large', message, options);
    if (this.isHandshaking) return new OutboundFailed('tls', message, options);
    if (this.outgoing.reusedSocket && !this.isAnswered && ['ECONNRESET', 'EPIPE'].includes(code))
      return new ConnectionWasClosed('connection', message, options);
    return new OutboundFailed('connection', message, options);
  }
}

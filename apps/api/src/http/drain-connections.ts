import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../injection-tokens.js';

/** Turns of the event loop that read everything that has arrived: one accepts a connection, the next reads from it. */
const TURNS = 5;

type Options = { withinMs: number; logger: Log };

/**
 * Lets the server close without dropping responses. It accepts no new connections and closes idle connections at once
 * (browsers keep some open). The other connections are closed after their response. Requests that are unanswered after
 * `withinMs` are cut off, and the log contains their number.
 */
export const drainConnections = (server: FastifyInstance, { withinMs, logger }: Options): void => {
  /** Every open connection, with the number of its unanswered requests. */
  const unanswered = new Map<Socket, number>();
  let isDraining = false;
  let whenDrained = (): void => undefined;

  const closeIfIdle = (socket: Socket): void => {
    if (isDraining && unanswered.get(socket) === 0) socket.destroySoon();
  };
  server.server.on('connection', (socket: Socket) => {
    unanswered.set(socket, 0);
    socket.once('close', () => {
      unanswered.delete(socket);
      if (unanswered.size === 0) whenDrained();
    });
  });
  server.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const count = (difference: number): void => {
      const requestCount = unanswered.get(socket);
      if (requestCount !== undefined) unanswered.set(socket, requestCount + difference);
    };
    count(1);
    response.once('close', () => {
      count(-1);
      closeIfIdle(socket);
    });
  });
  // Tells the client not to send its next request on this connection.
  server.addHook('onSend', async (_request, reply) => {
    if (isDraining) void reply.header('connection', 'close');
  });
  server.addHook('preClose', async () => {
    isDraining = true;
    // First read what has reached this machine: connections that wait to be accepted, and requests on them.
    for (let turn = 0; turn < TURNS; turn++) await nextTurn();
    server.server.close();
    const drained = new Promise<void>((resolve) => (whenDrained = resolve));
    for (const socket of unanswered.keys()) closeIfIdle(socket);
    if (unanswered.size === 0) return;
    const timer = setTimeout(() => whenDrained(), withinMs);
    await drained;
    clearTimeout(timer);
    const requests = [...unanswered.values()].reduce((sum, count) => sum + count, 0);
    if (requests > 0) logger.warn({ requests }, 'requests that took too long were cut off');
  });
};

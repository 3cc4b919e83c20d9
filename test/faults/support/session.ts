import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { authenticate, saveConsignInfo, type BodyOf } from '#contract';
import { v4 } from 'uuid';
import { Client } from '#harness/service/client';
import { DEMO_PASSWORD } from '../../../apps/standalone/src/import/import-demo.js';

const RETRY_MS = 50;

/** The response to a call; null if there was no connection or no complete response. */
export const nullIfDisconnected = <Reply>(reply: Promise<Reply>): Promise<Reply | null> =>
  reply.catch((error: unknown) => {
    // Compared by name, because errors of fetch come from another realm than the test.
    const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : null;
    if (name === 'TypeError' || name === 'SyntaxError') return null;
    throw error;
  });

/** A client that is signed in. */
export class Session {
  private renewal: Promise<Session> | null = null;
  readonly client: Client;

  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {
    this.client = new Client(url, token, { position: null });
  }

  /** Repeats the sign-in until it succeeds. */
  static async begin(url: string): Promise<Session> {
    const anonymous = new Client(url, null, { position: null });
    for (;;) {
      const reply = await nullIfDisconnected(
        anonymous.call(authenticate, { body: { UserNameOrEmailAddress: 'client1', password: DEMO_PASSWORD } }),
      );
      if (reply?.status === 200) return new Session(url, reply.result.accessToken);
      if (reply && reply.status < 500) throw new Error(`the sign-in failed with ${reply.status}`);
      await sleep(RETRY_MS);
    }
  }

  /** A new session to replace this one, which the service does not accept any more. All callers get the same one. */
  renew(): Promise<Session> {
    this.renewal ??= Session.begin(this.url);
    return this.renewal;
  }

  /**
   * Begins a save on its own connection: the service has read the headers. `finish` sends the body and resolves with
   * the status.
   */
  async beginSave(): Promise<{ finish(body: BodyOf<typeof saveConsignInfo>): Promise<number> }> {
    const outgoing = request(`${this.url}${saveConsignInfo.path}`, {
      method: saveConsignInfo.method,
      agent: new Agent({ keepAlive: true }),
      headers: {
        authorization: `Bearer ${this.token}`,
        'content-type': 'application/json',
        'idempotency-key': v4(),
        expect: '100-continue',
      },
    });
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    return {
      async finish(body) {
        const responseEvent = once(outgoing, 'response') as Promise<[IncomingMessage]>;
        outgoing.end(JSON.stringify(body));
        const [response] = await responseEvent;
        await response.toArray();
        return response.statusCode ?? 0;
      },
    };
  }
}

import { authenticate, getEnumValues, type Operation, type ResultOf } from '#contract';
import { Client, type RequestOptions, type PositionTracker } from '../../harness/service/client.js';

export const PASSWORD = 'Consign-2026!';

/** The running service over HTTP, for what a test needs but is not about. Everybody signs in once a run. */
export class Api {
  private readonly tracker: PositionTracker = { position: null };
  private readonly people = new Map<string, Promise<Client>>();
  private readonly names = new Map<number, string>();

  constructor(private readonly url: string) {}

  /** A demo account, e.g. `client1`. */
  as(userName: string): Promise<Client> {
    const session = this.people.get(userName) ?? this.newSession(userName);
    this.people.set(userName, session);
    return session;
  }

  /** A session of its own, for a test that ends it. */
  async newSession(userName: string): Promise<Client> {
    const anonymous = new Client(this.url, null, this.tracker);
    const { accessToken } = await anonymous.do(authenticate, {
      body: { UserNameOrEmailAddress: userName, password: PASSWORD },
    });
    return new Client(this.url, accessToken, this.tracker);
  }

  async do<Op extends Operation>(userName: string, operation: Op, options?: RequestOptions<Op>): Promise<ResultOf<Op>> {
    return (await this.as(userName)).do(operation, options);
  }

  /** What the service calls a status. */
  async statusName(status: number): Promise<string> {
    if (this.names.size === 0)
      for (const { value, name } of await this.do('client1', getEnumValues, {
        query: { enumTypeName: 'ConsignStatus' },
      }))
        this.names.set(value, name);
    return this.names.get(status) ?? String(status);
  }
}

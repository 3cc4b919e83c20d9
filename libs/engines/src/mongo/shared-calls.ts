import { runInBackground } from '../background/periodic.js';

type Caller<Request, Result> = {
  request: Request;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** Never logged, because a failed call is thrown to its callers. */
const FAILURE = 'a shared call could not be sent';
/**
 * Maximum number of concurrent calls. With two, callers that arrive during the first need not wait until it has ended.
 */
const MAX_CONCURRENT = 2;

/**
 * Calls to a server that many callers make at about the same time. Waiting callers share one call, which is sent after
 * all of them have asked, so its result is never older than their question. At most two calls run at the same time.
 */
export class SharedCalls<Request, Result> {
  private waitingCallers: Caller<Request, Result>[] = [];
  private running = 0;
  private isScheduled = false;

  /** `call` gets the requests of all callers that share it. */
  constructor(private readonly call: (requests: Request[]) => Promise<Result>) {}

  /** @throws the error of the shared call */
  execute(request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waitingCallers.push({ request, resolve, reject });
      if (this.isScheduled || this.running >= MAX_CONCURRENT) return;
      this.isScheduled = true;
      // Callers of the same turn of the event loop share the call.
      setImmediate(() => {
        this.isScheduled = false;
        runInBackground(this.send(), FAILURE);
      });
    });
  }

  private async send(): Promise<void> {
    const callers = this.waitingCallers;
    if (callers.length === 0) return;
    this.waitingCallers = [];
    this.running += 1;
    try {
      const result = await this.call(callers.map(({ request }) => request));
      for (const { resolve } of callers) resolve(result);
    } catch (error) {
      for (const { reject } of callers) reject(error);
    } finally {
      this.running -= 1;
      runInBackground(this.send(), FAILURE);
    }
  }
}

import { runInBackground } from '../background/periodic.js';

type Asker<Asked, Answer> = { request: Asked; resolve: (answer: Answer) => void; reject: (error: unknown) => void };

/** Never seen: whoever asked is told of a failed call. */
const FAILURE = 'a shared call could not be sent';
/**
 * Calls that are under way at once: the second keeps those who ask meanwhile from waiting for the whole of the first.
 */
const AT_ONCE = 2;

/**
 * Calls to a server that many ask at about the same time. Whoever asks shares a call with the others who wait, and
 * every call is sent after all who share it have asked: its answer is never older than the question. However many ask,
 * two calls are under way at most.
 */
export class SharedCalls<Asked, Answer> {
  private waiting: Asker<Asked, Answer>[] = [];
  private underWay = 0;
  private isDue = false;

  /** `call` is given what all ask who share it. */
  constructor(private readonly call: (requests: Asked[]) => Promise<Answer>) {}

  /** @throws whatever the call throws */
  ask(request: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, resolve, reject });
      if (this.isDue || this.underWay >= AT_ONCE) return;
      this.isDue = true;
      // Those who ask in the same turn of the event loop come along.
      setImmediate(() => {
        this.isDue = false;
        runInBackground(this.send(), FAILURE);
      });
    });
  }

  private async send(): Promise<void> {
    const askers = this.waiting;
    if (askers.length === 0) return;
    this.waiting = [];
    this.underWay += 1;
    try {
      const answer = await this.call(askers.map(({ request }) => request));
      for (const { resolve } of askers) resolve(answer);
    } catch (error) {
      for (const { reject } of askers) reject(error);
    } finally {
      this.underWay -= 1;
      runInBackground(this.send(), FAILURE);
    }
  }
}

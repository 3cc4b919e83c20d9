/** Why the start of a process is broken off: it was asked to end before it had started. */
export class Stopping extends Error {
  override name = 'Stopping';
  constructor() {
    super('the process is asked to end');
  }
}

type Part = { name: string; close: () => unknown; isEarly: boolean };

/**
 * What a process has opened, by name. It is closed in the reverse order, one part after the other, whether the process has finished
 * its start or not.
 */
export class OpenParts {
  private readonly parts: Part[] = [];
  private readonly closing = new AbortController();
  private readonly unfinished = new Set<string>();
  private closed: Promise<void> | null = null;

  /** Aborts when the closing begins. */
  get signal(): AbortSignal {
    return this.closing.signal;
  }

  /** The parts that are being closed at this moment. */
  get beingClosed(): string[] {
    return [...this.unfinished];
  }

  /**
   * `early`: it begins to close when the first part does, and is waited for in its turn.
   * @throws Stopping when the process is closing already: the part is closed at once then
   */
  async add(name: string, close: () => unknown, { early = false } = {}): Promise<void> {
    if (this.signal.aborted) {
      await this.finish({ name, close, isEarly: early });
      throw new Stopping();
    }
    this.parts.unshift({ name, close, isEarly: early });
  }

  /** Closes everything, once. @throws AggregateError of what could not be closed, after everything else has been */
  close(): Promise<void> {
    this.closed ??= this.closeAll();
    return this.closed;
  }

  private async closeAll(): Promise<void> {
    this.closing.abort(new Stopping());
    const parts = this.parts.map((part) => ({ part, begun: part.isEarly ? settled(this.finish(part)) : null }));
    const failures: unknown[] = [];
    for (const { part, begun } of parts) {
      const failure = await (begun ?? settled(this.finish(part)));
      if (failure) failures.push(new Error(`${part.name} could not be closed`, { cause: failure.error }));
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join(', '));
  }

  private async finish({ name, close }: Part): Promise<void> {
    this.unfinished.add(name);
    try {
      await close();
    } finally {
      this.unfinished.delete(name);
    }
  }
}

/** What it failed with; null when it did not. */
const settled = (work: Promise<void>): Promise<{ error: unknown } | null> =>
  work.then(
    () => null,
    (error: unknown) => ({ error }),
  );

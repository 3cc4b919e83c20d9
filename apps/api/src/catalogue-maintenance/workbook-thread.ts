import { Worker } from 'node:worker_threads';
import { compiledFile, inBackground } from '#engines';
import type { WorkbookAnswer, WorkbookCall } from './workbook-call.js';

const LIMITS = { maxOldGenerationSizeMb: 512 };
const TIMEOUT_MS = 30_000;
/** Loading what reads a workbook takes longer than reading a small one: the dry run and the import that follows find the thread still there. */
const IDLE_MS = 30_000;

/** The thread had no time or no memory left for a workbook, and is gone. */
export class WorkbookTooLarge extends Error {}

/** A thread that reads the workbooks of one unit, one after the other: what a hostile one breaks, it breaks for its own unit alone. */
export class WorkbookThread {
  private readonly worker = new Worker(compiledFile(import.meta.url, './workbook.thread.js'), {
    resourceLimits: LIMITS,
  });
  private idle: NodeJS.Timeout | null = null;
  private answered: { resolve(answer: WorkbookAnswer): void; reject(error: Error): void } | null = null;
  private gone = false;

  constructor(private readonly timeoutMs = TIMEOUT_MS) {
    this.worker.on('message', (answer: WorkbookAnswer) => this.answered?.resolve(answer));
    this.worker.on('error', (error) =>
      this.end('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkbookTooLarge() : error),
    );
    this.worker.on('exit', () => this.end(new WorkbookTooLarge()));
  }

  get isThere(): boolean {
    return !this.gone;
  }

  /** @throws WorkbookTooLarge when it takes longer than half a minute or more memory than there is */
  async ask(call: WorkbookCall): Promise<WorkbookAnswer> {
    if (this.idle) clearTimeout(this.idle);
    this.worker.ref();
    const timer = setTimeout(() => this.stop(), this.timeoutMs);
    try {
      return await new Promise<WorkbookAnswer>((resolve, reject) => {
        this.answered = { resolve, reject };
        this.worker.postMessage(call);
      });
    } finally {
      clearTimeout(timer);
      this.answered = null;
      this.worker.unref();
      this.idle = setTimeout(() => this.stop(), IDLE_MS).unref();
    }
  }

  /** Whoever waits for an answer gets none. */
  stop(): void {
    this.end(new WorkbookTooLarge());
    inBackground(this.worker.terminate(), 'a thread for workbooks could not be ended');
  }

  private end(error: Error): void {
    this.gone = true;
    if (this.idle) clearTimeout(this.idle);
    this.answered?.reject(error);
  }
}

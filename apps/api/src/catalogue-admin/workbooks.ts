import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import { RuleBroken, type Problem as RuleProblem } from '#domain/rules';
import type { Language } from '#domain/text';
import { compiledFile, runInBackground } from '#engines';
import { Problem } from '../http/problem.js';
import type { JudgedWorkbook, SheetCatalogue } from './sheet-catalogue.js';
import { workbookTooLarge } from './workbook-parts.js';

/** Messages to and from the worker thread. A workbook is opened first, and checked once the catalogue is read. */
export type WorkbookRequest =
  | { ask: 'write'; catalogue: SheetCatalogue }
  | { ask: 'open'; content: Uint8Array }
  | { ask: 'judge'; catalogue: SheetCatalogue; language: Language };

export type WorkbookResponse =
  { content: Uint8Array } | { opened: true } | { judged: JudgedWorkbook } | { refused: RuleProblem };

const LIMITS = { maxOldGenerationSizeMb: 512 };

const TIMEOUT_MS = 30_000;

/** Starting a thread takes longer than reading a small workbook, so it stays for the import that follows a dry run. */
const IDLE_MS = 30_000;

/** The thread ran out of time or memory and has ended. */
export class WorkbookTooLarge extends Error {}

/** A thread that processes the workbooks of one unit in turn, so that a hostile one affects only its own unit. */
export class WorkbookThread {
  private readonly worker = new Worker(compiledFile(import.meta.url, './workbook.thread.js'), {
    resourceLimits: LIMITS,
  });
  private idle: NodeJS.Timeout | null = null;
  private answered: { resolve(answer: WorkbookResponse): void; reject(error: Error): void } | null = null;
  private isDiscarded = false;

  constructor(private readonly timeoutMs = TIMEOUT_MS) {
    this.worker.on('message', (answer: WorkbookResponse) => this.answered?.resolve(answer));
    this.worker.on('error', (error) =>
      this.end('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkbookTooLarge() : error),
    );
    this.worker.on('exit', () => this.end(new WorkbookTooLarge()));
  }

  get isThere(): boolean {
    return !this.isDiscarded;
  }

  /** @throws WorkbookTooLarge when it takes longer than half a minute or more memory than there is */
  async ask(call: WorkbookRequest): Promise<WorkbookResponse> {
    if (this.idle) clearTimeout(this.idle);
    this.worker.ref();
    const timer = setTimeout(() => this.stop(), this.timeoutMs);
    try {
      return await new Promise<WorkbookResponse>((resolve, reject) => {
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

  /** Rejects a pending call. */
  stop(): void {
    this.end(new WorkbookTooLarge());
    runInBackground(this.worker.terminate(), 'a thread for workbooks could not be ended');
  }

  private end(error: Error): void {
    this.isDiscarded = true;
    if (this.idle) clearTimeout(this.idle);
    this.answered?.reject(error);
  }
}

/** Units whose workbooks are processed concurrently. */
const THREADS = 3;

/**
 * Of one unit, the one at work included: whoever came behind these would see the request time out, and holds the file
 * in memory until then.
 */
const MAX_WORKBOOKS_PER_UNIT = 5;

/** Of all units together. */
const MAX_WORKBOOKS = 20;

type Work = (thread: WorkbookThread) => Promise<void>;

/**
 * Reads, judges and writes workbooks in threads: neither a large one nor a hostile one stops HTTP. Each unit has one
 * slot: its workbooks wait for each other and for nobody else's as long as there are threads, and take turns with those
 * of other units where there are not. A thread stays for its unit's next workbook for a while.
 */
@Injectable()
export class Workbooks implements OnApplicationShutdown {
  /** Waiting work by unit; the next unit comes first. */
  private readonly waiting = new Map<string, Work[]>();
  private readonly threads = new Map<string, WorkbookThread>();
  private readonly atWork = new Set<string>();

  /** `unit` is the owner of the catalogue. */
  write(unit: string, catalogue: SheetCatalogue): Promise<Uint8Array> {
    return this.next(unit, async (ask) => {
      const answer = await ask({ ask: 'write', catalogue });
      if (!('content' in answer)) throw new Error('the thread gave no workbook');
      return answer.content;
    });
  }

  /**
   * What a workbook would make of a catalogue, which is gathered once the file is known to be a workbook.
   * @throws RuleBroken WORKBOOK_UNREADABLE, WORKBOOK_TOO_LARGE, WORKBOOK_RANGE_TOO_LARGE, WORKBOOK_WITHOUT_SHEETS;
   * whatever `catalogueOf` throws
   */
  judge(
    unit: string,
    content: Uint8Array,
    catalogueOf: () => Promise<SheetCatalogue>,
    language: Language,
  ): Promise<JudgedWorkbook> {
    return this.next(unit, async (ask) => {
      await ask({ ask: 'open', content });
      const answer = await ask({ ask: 'judge', catalogue: await catalogueOf(), language });
      if (!('judged' in answer)) throw new Error('the thread did not judge the workbook');
      return answer.judged;
    });
  }

  /** Runs after the last response, as pending requests may need a thread. */
  onApplicationShutdown(): void {
    for (const thread of this.threads.values()) thread.stop();
  }

  /** @throws Problem 503 when too many wait already */
  private next<Result>(
    unit: string,
    act: (ask: (call: WorkbookRequest) => Promise<WorkbookResponse>) => Promise<Result>,
  ): Promise<Result> {
    const own = this.waiting.get(unit) ?? [];
    const all = [...this.waiting.values()].reduce((sum, { length }) => sum + length, this.atWork.size);
    if (own.length + (this.atWork.has(unit) ? 1 : 0) >= MAX_WORKBOOKS_PER_UNIT || all >= MAX_WORKBOOKS)
      throw Problem.workbooksBusy();
    return new Promise<Result>((resolve, reject) => {
      own.push((thread) => act((call) => answerOf(thread, call)).then(resolve, reject));
      this.waiting.set(unit, own);
      this.serve();
    });
  }

  /** Assigns free threads to the units that have waited longest. */
  private serve(): void {
    for (const [unit, works] of this.waiting) {
      if (this.atWork.size >= THREADS) return;
      if (this.atWork.has(unit)) continue;
      const work = works.shift();
      this.waiting.delete(unit);
      if (works.length > 0) this.waiting.set(unit, works); // moves the unit to the end
      if (!work) continue;
      this.atWork.add(unit);
      const worked = work(this.threadFor(unit)).finally(() => {
        this.atWork.delete(unit);
        this.serve();
      });
      runInBackground(worked, 'a workbook could not be worked on');
    }
  }

  private threadFor(unit: string): WorkbookThread {
    for (const [other, thread] of this.threads) if (!thread.isThere) this.threads.delete(other);
    const own = this.threads.get(unit);
    if (own) return own;
    for (const [other, thread] of this.threads) {
      if (this.threads.size < THREADS) break;
      if (this.atWork.has(other)) continue;
      thread.stop();
      this.threads.delete(other);
    }
    const thread = new WorkbookThread();
    this.threads.set(unit, thread);
    return thread;
  }
}

/** @throws RuleBroken for a workbook that is refused, or that takes more time or memory than there is */
const answerOf = async (thread: WorkbookThread, call: WorkbookRequest): Promise<WorkbookResponse> => {
  const answer = await thread.ask(call).catch((error: unknown) => {
    throw error instanceof WorkbookTooLarge ? new RuleBroken(workbookTooLarge()) : error;
  });
  if ('refused' in answer) throw new RuleBroken(answer.refused);
  return answer;
};

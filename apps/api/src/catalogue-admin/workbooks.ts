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

/**
 * How long an idle thread stays. Starting one takes longer than reading a small workbook, and an import follows a dry
 * run.
 */
const IDLE_MS = 30_000;

/** The thread ran out of time or memory and has ended. */
export class WorkbookTooLarge extends Error {}

/**
 * A thread that processes the workbooks of one unit one after the other, so that a hostile workbook affects only its
 * own unit.
 */
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

  /** @throws WorkbookTooLarge if the call takes longer than `timeoutMs` or more memory than allowed */
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

  /** Ends the thread and rejects a pending call. */
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

/** The maximum number of units whose workbooks are processed concurrently. */
const THREADS = 3;

/**
 * The maximum number of workbooks of one unit, including the one in progress. A further request would time out, with
 * its file in memory until then.
 */
const MAX_WORKBOOKS_PER_UNIT = 5;

/** The maximum number of workbooks of all units together. */
const MAX_WORKBOOKS = 20;

type Work = (thread: WorkbookThread) => Promise<void>;

/**
 * Reads, checks and writes workbooks in threads, so that neither a large nor a hostile one blocks HTTP. The workbooks
 * of one unit run one after the other. Units wait for each other only if there is no free thread, and then take turns.
 * A thread stays for its unit's next workbook for a while.
 */
@Injectable()
export class Workbooks implements OnApplicationShutdown {
  /** Waiting work by unit. The first unit is served next. */
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
   * Checks a workbook against a catalogue, which is loaded once the file is known to be a workbook.
   * @throws RuleBroken WORKBOOK_UNREADABLE, WORKBOOK_TOO_LARGE, WORKBOOK_RANGE_TOO_LARGE, WORKBOOK_WITHOUT_SHEETS; the
   * errors of `catalogueOf`
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

  /** @throws Problem 503 if too many workbooks are waiting */
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

/** @throws RuleBroken for a workbook that is refused, or that takes more time or memory than allowed */
const answerOf = async (thread: WorkbookThread, call: WorkbookRequest): Promise<WorkbookResponse> => {
  const answer = await thread.ask(call).catch((error: unknown) => {
    throw error instanceof WorkbookTooLarge ? new RuleBroken(workbookTooLarge()) : error;
  });
  if ('refused' in answer) throw new RuleBroken(answer.refused);
  return answer;
};

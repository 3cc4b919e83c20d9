import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import { RuleBroken, type Problem as RuleProblem } from '#domain/rules';
import type { Language } from '#domain/text';
import { compiledFile, runInBackground } from '#engines';
import { Problem } from '../http/problem.js';
import type { CheckedWorkbook, SheetCatalogue } from './sheet-catalogue.js';
import { workbookTooLarge } from './workbook-parts.js';

/** Messages to and from the worker thread. A workbook is opened first, and checked once the catalogue is read. */
export type WorkbookRequest =
  | { type: 'write'; catalogue: SheetCatalogue }
  | { type: 'open'; content: Uint8Array }
  | { type: 'check'; catalogue: SheetCatalogue; language: Language };

export type WorkbookResponse =
  { content: Uint8Array } | { opened: true } | { checked: CheckedWorkbook } | { refused: RuleProblem };

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
  private pending: { resolve(response: WorkbookResponse): void; reject(error: Error): void } | null = null;
  private isDiscarded = false;

  constructor(private readonly timeoutMs = TIMEOUT_MS) {
    this.worker.on('message', (response: WorkbookResponse) => this.pending?.resolve(response));
    this.worker.on('error', (error) =>
      this.end('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkbookTooLarge() : error),
    );
    this.worker.on('exit', () => this.end(new WorkbookTooLarge()));
  }

  get isUsable(): boolean {
    return !this.isDiscarded;
  }

  /** @throws WorkbookTooLarge if the call takes longer than `timeoutMs` or more memory than allowed */
  async execute(request: WorkbookRequest): Promise<WorkbookResponse> {
    if (this.idle) clearTimeout(this.idle);
    this.worker.ref();
    const timer = setTimeout(() => this.stop(), this.timeoutMs);
    try {
      return await new Promise<WorkbookResponse>((resolve, reject) => {
        this.pending = { resolve, reject };
        this.worker.postMessage(request);
      });
    } finally {
      clearTimeout(timer);
      this.pending = null;
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
    this.pending?.reject(error);
  }
}

/** The maximum number of units whose workbooks are processed concurrently. */
const MAX_THREADS = 3;

/**
 * The maximum number of workbooks of one unit, including the one in progress. A further request would time out, with
 * its file in memory until then.
 */
const MAX_WORKBOOKS_PER_UNIT = 5;

/** The maximum number of workbooks of all units together. */
const MAX_WORKBOOKS = 20;

type WorkbookTask = (thread: WorkbookThread) => Promise<void>;

/**
 * Reads, checks and writes workbooks in threads, so that neither a large nor a hostile one blocks HTTP. The workbooks
 * of one unit run one after the other. Units wait for each other only if there is no free thread, and then take turns.
 * A thread stays for its unit's next workbook for a while.
 */
@Injectable()
export class Workbooks implements OnApplicationShutdown {
  /** Waiting work by unit. The first unit is served next. */
  private readonly waitingTasks = new Map<string, WorkbookTask[]>();
  private readonly threads = new Map<string, WorkbookThread>();
  private readonly busyUnits = new Set<string>();

  /** `unit` is the owner of the catalogue. */
  write(unit: string, catalogue: SheetCatalogue): Promise<Uint8Array> {
    return this.enqueue(unit, async (execute) => {
      const response = await execute({ type: 'write', catalogue });
      if (!('content' in response)) throw new Error('the thread gave no workbook');
      return response.content;
    });
  }

  /**
   * Checks a workbook against a catalogue, which is loaded once the file is known to be a workbook.
   * @throws RuleBroken WORKBOOK_UNREADABLE, WORKBOOK_TOO_LARGE, WORKBOOK_RANGE_TOO_LARGE, WORKBOOK_WITHOUT_SHEETS; the
   * errors of `catalogueOf`
   */
  check(
    unit: string,
    content: Uint8Array,
    loadCatalogue: () => Promise<SheetCatalogue>,
    language: Language,
  ): Promise<CheckedWorkbook> {
    return this.enqueue(unit, async (execute) => {
      await execute({ type: 'open', content });
      const response = await execute({ type: 'check', catalogue: await loadCatalogue(), language });
      if (!('checked' in response)) throw new Error('the thread did not check the workbook');
      return response.checked;
    });
  }

  /** Runs after the last response, as pending requests may need a thread. */
  onApplicationShutdown(): void {
    for (const thread of this.threads.values()) thread.stop();
  }

  /** @throws Problem 503 if too many workbooks are waiting */
  private enqueue<Result>(
    unit: string,
    task: (execute: (request: WorkbookRequest) => Promise<WorkbookResponse>) => Promise<Result>,
  ): Promise<Result> {
    const unitTasks = this.waitingTasks.get(unit) ?? [];
    const pendingCount = [...this.waitingTasks.values()].reduce((sum, { length }) => sum + length, this.busyUnits.size);
    if (
      unitTasks.length + (this.busyUnits.has(unit) ? 1 : 0) >= MAX_WORKBOOKS_PER_UNIT ||
      pendingCount >= MAX_WORKBOOKS
    )
      throw Problem.workbooksBusy();
    return new Promise<Result>((resolve, reject) => {
      unitTasks.push((thread) => task((request) => executeIn(thread, request)).then(resolve, reject));
      this.waitingTasks.set(unit, unitTasks);
      this.startTasks();
    });
  }

  /** Assigns free threads to the units that have waited longest. */
  private startTasks(): void {
    for (const [unit, tasks] of this.waitingTasks) {
      if (this.busyUnits.size >= MAX_THREADS) return;
      if (this.busyUnits.has(unit)) continue;
      const task = tasks.shift();
      this.waitingTasks.delete(unit);
      if (tasks.length > 0) this.waitingTasks.set(unit, tasks); // moves the unit to the end
      if (!task) continue;
      this.busyUnits.add(unit);
      const completion = task(this.threadFor(unit)).finally(() => {
        this.busyUnits.delete(unit);
        this.startTasks();
      });
      runInBackground(completion, 'a workbook could not be worked on');
    }
  }

  private threadFor(unit: string): WorkbookThread {
    for (const [otherUnit, thread] of this.threads) if (!thread.isUsable) this.threads.delete(otherUnit);
    const existing = this.threads.get(unit);
    if (existing) return existing;
    for (const [otherUnit, thread] of this.threads) {
      if (this.threads.size < MAX_THREADS) break;
      if (this.busyUnits.has(otherUnit)) continue;
      thread.stop();
      this.threads.delete(otherUnit);
    }
    const thread = new WorkbookThread();
    this.threads.set(unit, thread);
    return thread;
  }
}

/** @throws RuleBroken for a workbook that is refused, or that takes more time or memory than allowed */
const executeIn = async (thread: WorkbookThread, request: WorkbookRequest): Promise<WorkbookResponse> => {
  const response = await thread.execute(request).catch((error: unknown) => {
    throw error instanceof WorkbookTooLarge ? new RuleBroken(workbookTooLarge()) : error;
  });
  if ('refused' in response) throw new RuleBroken(response.refused);
  return response;
};

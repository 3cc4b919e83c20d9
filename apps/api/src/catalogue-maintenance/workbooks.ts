import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { RuleBroken, type Language } from '#domain';
import { inBackground } from '#engines';
import { Problem } from '../http/problem.js';
import type { Judged, SheetCatalogue } from './sheet-catalogue.js';
import type { WorkbookAnswer, WorkbookCall } from './workbook-call.js';
import { workbookTooLarge } from './workbook-limits.js';
import { WorkbookThread, WorkbookTooLarge } from './workbook-thread.js';

/** Units whose workbooks are read or written at once. */
const THREADS = 3;
/** Of one unit, the one at work included: whoever came behind these would see the request time out, and holds the file in memory until then. */
const MOST_OF_A_UNIT = 5;
/** Of all units together. */
const MOST = 20;

type Work = (thread: WorkbookThread) => Promise<void>;

/**
 * Reads, judges and writes workbooks in threads: neither a large one nor a hostile one stops HTTP. Each unit has one slot: its workbooks
 * wait for each other and for nobody else's as long as there are threads, and take turns with those of other units where there are not.
 * A thread stays for its unit's next workbook for a while.
 */
@Injectable()
export class Workbooks implements OnApplicationShutdown {
  /** Work that waits, by unit; the unit that is served next comes first. */
  private readonly waiting = new Map<string, Work[]>();
  private readonly threads = new Map<string, WorkbookThread>();
  private readonly atWork = new Set<string>();

  /** `unit` names whose catalogue it is. */
  write(unit: string, catalogue: SheetCatalogue): Promise<Uint8Array> {
    return this.next(unit, async (ask) => {
      const answer = await ask({ ask: 'write', catalogue });
      if (!('content' in answer)) throw new Error('the thread gave no workbook');
      return answer.content;
    });
  }

  /**
   * What a workbook would make of a catalogue, which is gathered once the file is known to be a workbook.
   * @throws RuleBroken WORKBOOK_UNREADABLE, WORKBOOK_TOO_LARGE, WORKBOOK_RANGE_TOO_LARGE, WORKBOOK_WITHOUT_SHEETS; whatever `catalogueOf` throws
   */
  judge(
    unit: string,
    content: Uint8Array,
    catalogueOf: () => Promise<SheetCatalogue>,
    language: Language,
  ): Promise<Judged> {
    return this.next(unit, async (ask) => {
      await ask({ ask: 'open', content });
      const answer = await ask({ ask: 'judge', catalogue: await catalogueOf(), language });
      if (!('judged' in answer)) throw new Error('the thread did not judge the workbook');
      return answer.judged;
    });
  }

  /** After the last answer: requests under way may need a thread. */
  onApplicationShutdown(): void {
    for (const thread of this.threads.values()) thread.stop();
  }

  /** @throws Problem 503 when too many wait already */
  private next<Result>(
    unit: string,
    act: (ask: (call: WorkbookCall) => Promise<WorkbookAnswer>) => Promise<Result>,
  ): Promise<Result> {
    const own = this.waiting.get(unit) ?? [];
    const all = [...this.waiting.values()].reduce((sum, { length }) => sum + length, this.atWork.size);
    if (own.length + (this.atWork.has(unit) ? 1 : 0) >= MOST_OF_A_UNIT || all >= MOST) throw Problem.workbooksBusy();
    return new Promise<Result>((resolve, reject) => {
      own.push((thread) => act((call) => answerOf(thread, call)).then(resolve, reject));
      this.waiting.set(unit, own);
      this.serve();
    });
  }

  /** Gives free threads to the units that have waited longest since their last turn. */
  private serve(): void {
    for (const [unit, works] of this.waiting) {
      if (this.atWork.size >= THREADS) return;
      if (this.atWork.has(unit)) continue;
      const work = works.shift();
      this.waiting.delete(unit);
      if (works.length > 0) this.waiting.set(unit, works); // behind the others
      if (!work) continue;
      this.atWork.add(unit);
      const worked = work(this.threadFor(unit)).finally(() => {
        this.atWork.delete(unit);
        this.serve();
      });
      inBackground(worked, 'a workbook could not be worked on');
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
const answerOf = async (thread: WorkbookThread, call: WorkbookCall): Promise<WorkbookAnswer> => {
  const answer = await thread.ask(call).catch((error: unknown) => {
    throw error instanceof WorkbookTooLarge ? new RuleBroken(workbookTooLarge()) : error;
  });
  if ('refused' in answer) throw new RuleBroken(answer.refused);
  return answer;
};

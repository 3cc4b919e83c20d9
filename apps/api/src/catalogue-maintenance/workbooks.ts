import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { problem, RuleBroken, SHEETS, type Language } from '#domain';
import { Problem } from '../http/problem.js';
import type { Judged, SheetCatalogue } from './sheet-catalogue.js';
import type { WorkbookAnswer, WorkbookCall } from './workbook-call.js';
import { WorkbookThread, WorkbookTooLarge } from './workbook-thread.js';

/** One is at work, the others wait: whoever came behind these would see his request time out, and holds his file in memory until then. */
const MOST_AT_ONCE = 5;
const tooLarge = () => new RuleBroken(problem('WORKBOOK_TOO_LARGE', { rows: 20_000, mb: 64 }, 'file'));

/** Reads, judges and writes workbooks in a thread, one at a time: neither a large one nor a wicked one stops HTTP. The thread stays for the next workbook of the same catalogue, and ends when another one's is asked for. */
@Injectable()
export class Workbooks implements OnModuleDestroy {
  private thread: WorkbookThread | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private atOnce = 0;

  /** `catalogueOf` names whose catalogue it is. */
  async write(catalogueOf: string, catalogue: SheetCatalogue): Promise<Uint8Array> {
    const answer = await this.next(catalogueOf, { ask: 'write', catalogue });
    if (!('content' in answer)) throw new Error('the thread gave no workbook');
    return answer.content;
  }

  /** What a workbook would make of a catalogue. @throws RuleBroken WORKBOOK_UNREADABLE, WORKBOOK_TOO_LARGE, WORKBOOK_WITHOUT_SHEETS */
  async judge(
    catalogueOf: string,
    content: Uint8Array,
    catalogue: SheetCatalogue,
    language: Language,
  ): Promise<Judged> {
    const answer = await this.next(catalogueOf, { ask: 'read', content, catalogue, language });
    if ('judged' in answer) return answer.judged;
    if ('failure' in answer && answer.failure === 'tooLarge') throw tooLarge();
    if ('failure' in answer && answer.failure === 'withoutSheets')
      throw new RuleBroken(problem('WORKBOOK_WITHOUT_SHEETS', { sheets: SHEETS.join('、') }, 'file'));
    throw new RuleBroken(problem('WORKBOOK_UNREADABLE', {}, 'file'));
  }

  onModuleDestroy(): void {
    this.thread?.stop();
  }

  /** @throws Problem 503 when too many wait already */
  private async next(catalogueOf: string, call: WorkbookCall): Promise<WorkbookAnswer> {
    if (this.atOnce >= MOST_AT_ONCE) throw Problem.workbooksBusy();
    this.atOnce += 1;
    const ask = () => this.threadFor(catalogueOf).ask(call);
    const asked = this.last.then(ask, ask);
    this.last = asked;
    return asked
      .catch((error: unknown) => {
        throw error instanceof WorkbookTooLarge ? tooLarge() : error;
      })
      .finally(() => {
        this.atOnce -= 1;
      });
  }

  private threadFor(catalogueOf: string): WorkbookThread {
    if (this.thread?.isThere && this.thread.catalogueOf === catalogueOf) return this.thread;
    this.thread?.stop();
    return (this.thread = new WorkbookThread(catalogueOf));
  }
}

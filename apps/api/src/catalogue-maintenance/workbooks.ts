import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { problem, RuleBroken, SHEETS, type Language } from '#domain';
import { compiledFile } from '#engines';
import { Problem } from '../http/problem.js';
import type { Judged, SheetCatalogue } from './sheet-catalogue.js';

export type WorkbookCall = { ask: 'write'; catalogue: SheetCatalogue } | { ask: 'read'; content: Uint8Array; catalogue: SheetCatalogue; language: Language };
export type WorkbookAnswer = { content: Uint8Array } | { judged: Judged } | { failure: 'unreadable' | 'tooLarge' | 'withoutSheets' };

const LIMITS = { maxOldGenerationSizeMb: 512 };
const TIMEOUT_MS = 60_000;
/** One is at work, the others wait: whoever came behind these would see his request time out, and holds his file in memory until then. */
const MOST_AT_ONCE = 5;
const TOO_LARGE = () => new RuleBroken(problem('WORKBOOK_TOO_LARGE', { rows: 20_000, mb: 64 }, 'file'));

/** Reads, judges and writes workbooks in a thread that ends with its workbook, one at a time: neither a large one nor a wicked one stops HTTP, and what one broke is gone with it. */
@Injectable()
export class Workbooks {
  private last: Promise<unknown> = Promise.resolve();
  private atOnce = 0;

  async write(catalogue: SheetCatalogue): Promise<Uint8Array> {
    const answer = await this.next({ ask: 'write', catalogue });
    if (!('content' in answer)) throw new Error('the thread gave no workbook');
    return answer.content;
  }

  /** What a workbook would make of a catalogue. @throws RuleBroken WORKBOOK_UNREADABLE, WORKBOOK_TOO_LARGE, WORKBOOK_WITHOUT_SHEETS */
  async judge(content: Uint8Array, catalogue: SheetCatalogue, language: Language): Promise<Judged> {
    const answer = await this.next({ ask: 'read', content, catalogue, language });
    if ('judged' in answer) return answer.judged;
    if ('failure' in answer && answer.failure === 'tooLarge') throw TOO_LARGE();
    if ('failure' in answer && answer.failure === 'withoutSheets') throw new RuleBroken(problem('WORKBOOK_WITHOUT_SHEETS', { sheets: SHEETS.join('、') }, 'file'));
    throw new RuleBroken(problem('WORKBOOK_UNREADABLE', {}, 'file'));
  }

  /** @throws Problem 503 when too many wait already */
  private async next(call: WorkbookCall): Promise<WorkbookAnswer> {
    if (this.atOnce >= MOST_AT_ONCE) throw Problem.workbooksBusy();
    this.atOnce += 1;
    const asked = this.last.then(() => inThread(call), () => inThread(call));
    this.last = asked;
    return asked.finally(() => { this.atOnce -= 1; });
  }
}

const inThread = (call: WorkbookCall): Promise<WorkbookAnswer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(compiledFile(import.meta.url, './workbook.thread.js'), { workerData: call, resourceLimits: LIMITS });
    const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
    worker.once('message', resolve);
    worker.once('error', (error) => reject('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? TOO_LARGE() : error));
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(TOO_LARGE()); // after an answer this says nothing any more
    });
  });

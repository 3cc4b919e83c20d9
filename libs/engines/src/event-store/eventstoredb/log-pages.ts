import type { Position } from '#events';
import { inBackground } from '../../background/rounds.js';
import type { OurRecord } from './stored-form.js';

/** Our records after a position, and how far that was looked. `isFull`: there may be more. */
export type LogPage = { records: OurRecord[]; through: Position; isFull: boolean };

const KEPT = 4;

/**
 * Pages of history, read once for all who ask at about the same time: views that begin together walk through the log together.
 */
export class LogPages {
  private readonly pages = new Map<Position, Promise<LogPage>>();

  constructor(private readonly read: (after: Position) => Promise<LogPage>) {}

  /** The page after `after`; the one after that is asked for, too, so that it comes while this one is being worked on. */
  async after(after: Position): Promise<LogPage> {
    const page = await this.pageAfter(after);
    if (page.isFull) inBackground(this.pageAfter(page.through), 'a page could not be read ahead');
    return page;
  }

  /** Forgets what was read; whoever still needs it reads again. */
  clear(): void {
    this.pages.clear();
  }

  private pageAfter(after: Position): Promise<LogPage> {
    const known = this.pages.get(after);
    if (known) return known;
    const page = this.read(after);
    this.pages.set(after, page);
    for (const oldest of this.pages.keys()) {
      if (this.pages.size <= KEPT) break;
      this.pages.delete(oldest);
    }
    page.then(
      ({ isFull }) => {
        if (!isFull) this.pages.clear(); // here the log ends, for now: nobody is far behind any more
      },
      () => this.pages.delete(after),
    );
    return page;
  }
}

import { writing } from '../sqlite/database.js';
import type { ColumnValue } from './declared.js';
import { partsChanged, partsOf, termsOf, termWithin } from './search-text.js';
import type { Statements } from './statements.js';

/** What a row is found by: its text, and the values of the columns that are searched together with it. */
export type Searched = { text: string; within: [column: string, value: ColumnValue][] };

/** Pages: some milliseconds. */
const MERGED_AT_ONCE = 100;

/** The search index of a build: what is looked for is in its rows' texts, so nothing else of them is kept here. */
export const createSearch = (search: string): string =>
  `CREATE VIRTUAL TABLE ${search} USING fts5(terms, content='', columnsize=0, detail='none', tokenize='ascii')`;

/**
 * Keeps the terms by which rows are found. With such a table FTS5 has a list of rows for each term and nothing about a row as a whole:
 * a row whose text changes gives up the terms that it no longer has and takes the new ones. A consignment that is given its code
 * writes the parts of the code, not of all its texts.
 */
export class SearchIndex {
  constructor(private readonly statements: Statements) {}

  add(search: string, row: number, searched: Searched): void {
    this.put(search, row, every(searched));
  }

  remove(search: string, row: number, searched: Searched): void {
    this.take(search, row, every(searched));
  }

  change(search: string, row: number, before: Searched, after: Searched): void {
    const { gone, come } = changed(before, after);
    if (gone.length > 0) this.take(search, row, gone);
    // FTS5 counts how often it was given and taken something, and refuses what would go below zero: after a taking always a giving.
    if (gone.length + come.length > 0) this.put(search, row, come);
  }

  /** Merges a few pages of what many small writes have left; false when nothing is left to merge. */
  merge(search: string): boolean {
    return this.mergePages(search, MERGED_AT_ONCE);
  }

  /**
   * Begins to merge all pieces into one, and answers as `merge`, by which it is continued. A term that was taken away stays in the index
   * until its piece and the one that says so are merged.
   */
  mergeWhole(search: string): boolean {
    return this.mergePages(search, -MERGED_AT_ONCE);
  }

  private mergePages(search: string, pages: number): boolean {
    const changes = () => this.statements.number('SELECT total_changes()', []);
    const before = changes();
    writing(this.statements.database, () =>
      this.statements.of(`INSERT INTO ${search} (${search}, rank) VALUES ('merge', ?)`).run(pages),
    );
    return changes() - before >= 2; // FTS5 itself changes one row, whether there was anything to do or not
  }

  private put(search: string, row: number, terms: string[]): void {
    this.statements.of(`INSERT INTO ${search} (rowid, terms) VALUES (?, ?)`).run(row, terms.join(' '));
  }

  private take(search: string, row: number, terms: string[]): void {
    this.statements
      .of(`INSERT INTO ${search} (${search}, rowid, terms) VALUES ('delete', ?, ?)`)
      .run(row, terms.join(' '));
  }
}

const every = ({ text, within }: Searched): string[] => [
  ...termsOf(partsOf(text)),
  ...within.flatMap(([column, value]) => termWithin(column, value)),
];

const changed = (before: Searched, after: Searched): { gone: string[]; come: string[] } => {
  const { gone, come } = partsChanged(before.text, after.text);
  const of = (searched: Searched, other: Searched) =>
    searched.within.flatMap(([column, value], at) =>
      other.within[at]?.[1] === value ? [] : termWithin(column, value),
    );
  return { gone: [...termsOf(gone), ...of(before, after)], come: [...termsOf(come), ...of(after, before)] };
};

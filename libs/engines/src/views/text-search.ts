import { tablesOf, type Tables } from './build-tables.js';
import type { Clause } from './compile-query.js';
import type { Registered } from './registry.js';
import { folded, matching, termsFor } from './search-text.js';
import type { Statements } from './statements.js';

/** Row numbers of one page, and how many rows there are in all. */
export type FoundNumbers = { numbers: number[]; total: number; totalIsCapped: boolean };

export type Page = { skip: number; limit: number };

/** Totals of text searches are counted up to here (DECISIONS 20). */
const TOTAL_CAP = 10_001;
/** A term in fewer rows than this makes its fellows superfluous: looking at so few texts is cheaper than intersecting long lists. */
const RARE = 1_000;
/** Rows of the list order looked at before all hits are sorted instead. */
const PATIENCE = 50_000;

const EVERY: Clause = { sql: '1', values: [] };

/**
 * A text search within one build. The text and the filter may each fit a handful of rows or half a million, so a little counting
 * finds the smaller side, and that one drives: few hits are looked up, few filtered rows are tested for the text. Where both are
 * common the total soon reaches its cap, and the list order is walked until the page is full.
 */
export class TextSearch {
  private constructor(
    private readonly statements: Statements,
    private readonly tables: Tables,
    private readonly terms: string,
    /** The text contains what was searched. */
    private readonly contains: Clause,
    /** What is left to test of rows that have the terms. */
    private readonly rest: Clause,
  ) {}

  /** Null when there is nothing to search for. @throws Error when the view declares no search text. */
  static of(statements: Statements, build: Registered, search = ''): TextSearch | null {
    const needle = folded(search).trim();
    if (needle === '') return null;
    if (!build.declared.searchable) throw new Error(`view ${build.name} declares no search text`);
    const tables = tablesOf(build);
    const { terms, exact } = termsFor(needle);
    const rare = terms.filter((term) => hitsUpTo(statements, tables, matching([term]), RARE) < RARE);
    const contains = { sql: 'instr(_text, ?)', values: [needle] };
    return new TextSearch(statements, tables, matching(rare.length > 0 ? rare : terms), contains, exact ? EVERY : contains);
  }

  page(where: Clause, order: string, page: Page): FoundNumbers {
    const few = this.few(where);
    if (few) return pageOf(this.statements.rowNumbers(`SELECT _row ${few.sql} ORDER BY ${order}`, few.values), page);
    const hits = this.hits(where);
    const counted = this.rest === EVERY && where.sql === '1' ? null : this.statements.rowNumbers(`SELECT _row ${hits.sql} LIMIT ${TOTAL_CAP}`, hits.values);
    if (counted && counted.length < TOTAL_CAP) return pageOf(this.ordered(counted, order), page);
    const walked = this.walked(where, order, page);
    if (walked.length === page.limit) return { numbers: walked, total: TOTAL_CAP, totalIsCapped: true };
    const sorted = this.statements.rowNumbers(`SELECT _row ${hits.sql} ORDER BY ${order} LIMIT ? OFFSET ?`, [...hits.values, page.limit, page.skip]);
    return { numbers: sorted, total: TOTAL_CAP, totalIsCapped: true };
  }

  /** FROM and WHERE of all rows found, for counting. */
  source(where: Clause): Clause {
    return this.few(where) ?? this.hits(where);
  }

  /** FROM and WHERE of all rows found, when there are few hits or few filtered rows; null when both may be many. */
  private few(where: Clause): Clause | null {
    if (hitsUpTo(this.statements, this.tables, this.terms, TOTAL_CAP) < TOTAL_CAP) return this.hits(where);
    const filtered = `FROM ${this.tables.facts} WHERE ${where.sql}`;
    if (this.statements.number(`SELECT count(*) FROM (SELECT 1 ${filtered} LIMIT ${TOTAL_CAP})`, where.values) === TOTAL_CAP) return null;
    return { sql: `${filtered} AND ${this.contains.sql}`, values: [...where.values, ...this.contains.values] };
  }

  private hits(where: Clause): Clause {
    const { search, facts } = this.tables;
    return {
      // CROSS JOIN fixes the order: first the hits, then their rows.
      sql: `FROM ${search} CROSS JOIN ${facts} ON _row = ${search}.rowid WHERE ${search} MATCH ? AND ${this.rest.sql} AND ${where.sql}`,
      values: [this.terms, ...this.rest.values, ...where.values],
    };
  }

  private walked(where: Clause, order: string, { skip, limit }: Page): number[] {
    const inOrder = `SELECT _row, _text FROM ${this.tables.facts} WHERE ${where.sql} ORDER BY ${order} LIMIT ${PATIENCE}`;
    return this.statements.rowNumbers(`SELECT _row FROM (${inOrder}) WHERE ${this.contains.sql} LIMIT ? OFFSET ?`, [
      ...where.values,
      ...this.contains.values,
      limit,
      skip,
    ]);
  }

  private ordered(numbers: number[], order: string): number[] {
    const chosen = `SELECT _row FROM ${this.tables.facts} WHERE _row IN (SELECT value FROM json_each(?)) ORDER BY ${order}`;
    return this.statements.rowNumbers(chosen, [JSON.stringify(numbers)]);
  }
}

const hitsUpTo = (statements: Statements, { search }: Tables, terms: string, cap: number): number =>
  statements.number(`SELECT count(*) FROM (SELECT 1 FROM ${search} WHERE ${search} MATCH ? LIMIT ${cap})`, [terms]);

const pageOf = (numbers: number[], { skip, limit }: Page): FoundNumbers => ({
  numbers: numbers.slice(skip, skip + limit),
  total: numbers.length,
  totalIsCapped: false,
});

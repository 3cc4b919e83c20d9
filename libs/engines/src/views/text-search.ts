import { tablesOf, type Tables } from './build-tables.js';
import type { Clause } from './compile-query.js';
import { countOf, numbersOf, type FoundNumbers, type Page } from './find-rows.js';
import type { Registered } from './registry.js';
import { folded, matching, termsFor } from './search-text.js';
import type { Statements } from './statements.js';

/** Totals of text searches are counted up to here (DECISIONS 20). */
export const TOTAL_CAP = 10_001;
/** A term in fewer rows than this makes its fellows superfluous: looking at so few texts is cheaper than intersecting long lists. */
const RARE = 1_000;
/** Rows of the list order looked at before all hits are sorted instead. */
const PATIENCE = 50_000;

/**
 * A text search within one build. The text and the filter may each fit a handful of rows or half a million, so a little counting
 * finds the smaller side, and that one drives: few hits are looked up, few filtered rows are tested for the text. Where both are
 * common the total reaches its cap soon, and the list order is walked until the page is full.
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
    if (few) return pageOf(this.all(`SELECT _row ${few.sql} ORDER BY ${order}`, few.values), page);
    const hits = this.hits(where);
    const counted = this.all(`SELECT _row ${hits.sql} LIMIT ?`, [...hits.values, TOTAL_CAP]);
    if (counted.length < TOTAL_CAP) {
      return pageOf(this.all(`SELECT _row FROM ${this.tables.facts} WHERE _row IN (SELECT value FROM json_each(?)) ORDER BY ${order}`, [JSON.stringify(counted)]), page);
    }
    const walked = this.walked(where, order, page);
    const numbers = walked.length === page.limit ? walked : this.all(`SELECT _row ${hits.sql} ORDER BY ${order} LIMIT ? OFFSET ?`, [...hits.values, page.limit, page.skip]);
    return { numbers, total: TOTAL_CAP, totalIsCapped: true };
  }

  /** FROM and WHERE of all rows found, for counting. */
  source(where: Clause): Clause {
    return this.few(where) ?? this.hits(where);
  }

  /** FROM and WHERE of all rows found, when there are few hits or few filtered rows; null when there may be many. */
  private few(where: Clause): Clause | null {
    if (hitsUpTo(this.statements, this.tables, this.terms, TOTAL_CAP) < TOTAL_CAP) return this.hits(where);
    const filtered = `(SELECT 1 FROM ${this.tables.facts} WHERE ${where.sql} LIMIT ${TOTAL_CAP})`;
    if (countOf(this.statements, filtered, where.values) === TOTAL_CAP) return null;
    return { sql: `FROM ${this.tables.facts} WHERE ${where.sql} AND ${this.contains.sql}`, values: [...where.values, ...this.contains.values] };
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
    const sql = `SELECT _row FROM (SELECT _row, _text FROM ${this.tables.facts} WHERE ${where.sql} ORDER BY ${order} LIMIT ${PATIENCE}) WHERE ${this.contains.sql} LIMIT ? OFFSET ?`;
    return this.all(sql, [...where.values, ...this.contains.values, limit, skip]);
  }

  private all(sql: string, values: (string | number | null)[]): number[] {
    return numbersOf(this.statements.of(sql).all(...values));
  }
}

const EVERY: Clause = { sql: '1', values: [] };

const hitsUpTo = (statements: Statements, { search }: Tables, terms: string, cap: number): number =>
  countOf(statements, `(SELECT 1 FROM ${search} WHERE ${search} MATCH ? LIMIT ${cap})`, [terms]);

const pageOf = (numbers: number[], { skip, limit }: Page): FoundNumbers => ({
  numbers: numbers.slice(skip, skip + limit),
  total: numbers.length,
  totalIsCapped: false,
});

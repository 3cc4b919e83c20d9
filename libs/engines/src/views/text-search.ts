import { tablesOf, type Tables } from './build-tables.js';
import { EVERY, fixedValue, type Clause } from './compile-query.js';
import { walk, type List } from './list-order.js';
import type { Registered } from './registry.js';
import { foldedForSearch } from '#domain';
import { havingAll, termsToFind, termWithin } from './search-text.js';
import type { Statements } from './statements.js';
import type { ViewQuery } from './views.js';

/** Row numbers of one page, and how many rows there are in all. */
export type FoundNumbers = { numbers: number[]; total: number; totalIsCapped: boolean };

/** Totals of text searches are counted up to here (DECISIONS 20). */
const TOTAL_CAP = 10_001;
/** A term in fewer rows than this makes its fellows superfluous: looking at so few texts is cheaper than intersecting long lists. */
const RARE = 1_000;
/** Filtered rows that are gathered beforehand at most, so that hits among them are told without looking at each. */
const MEMBERS = 100_000;

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
  static of(
    statements: Statements,
    build: Registered,
    { search = '', where = [] }: Pick<ViewQuery, 'search' | 'where'>,
  ): TextSearch | null {
    const needle = foldedForSearch(search).trim();
    if (needle === '') return null;
    if (!build.declared.searchable) throw new Error(`view ${build.name} declares no search text`);
    const tables = tablesOf(build);
    const { terms, exact } = termsToFind(needle);
    const rare = terms.filter((term) => hitsUpTo(statements, tables, havingAll([term]), RARE) < RARE);
    const contains = { sql: 'instr(_text, ?)', values: [needle] };
    const within = where.flatMap((condition) =>
      build.declared.within?.includes(condition.column)
        ? termWithin(condition.column, fixedValue(condition) ?? null)
        : [],
    );
    return new TextSearch(
      statements,
      tables,
      havingAll(rare.length > 0 ? rare : [...terms, ...within]),
      contains,
      exact ? EVERY : contains,
    );
  }

  page(list: List): FoundNumbers {
    const { where, order, skip, limit } = list;
    const few = this.few(where);
    if (few) return pageOf(this.statements.rowNumbers(`SELECT _row ${few.sql} ORDER BY ${order}`, few.values), list);
    const hits = where !== EVERY && this.isUpTo(MEMBERS, where) ? this.hitsAmong(where) : this.hits(where);
    const counted =
      this.rest === EVERY && where === EVERY
        ? null
        : this.statements.rowNumbers(`SELECT _row ${hits.sql} LIMIT ${TOTAL_CAP}`, hits.values);
    if (counted && counted.length < TOTAL_CAP) return pageOf(this.ordered(counted, order), list);
    const walked = walk(this.statements, this.tables, list, this.contains);
    const numbers =
      walked.length === limit
        ? walked
        : this.statements.rowNumbers(`SELECT _row ${hits.sql} ORDER BY ${order} LIMIT ? OFFSET ?`, [
            ...hits.values,
            limit,
            skip,
          ]);
    return { numbers, total: TOTAL_CAP, totalIsCapped: true };
  }

  /** FROM and WHERE of all rows found, for counting. */
  source(where: Clause): Clause {
    return this.few(where) ?? this.filtered(where);
  }

  /** FROM and WHERE of all rows found, when there are few hits or few filtered rows; null when both may be many. */
  private few(where: Clause): Clause | null {
    if (hitsUpTo(this.statements, this.tables, this.terms, TOTAL_CAP) < TOTAL_CAP) return this.hits(where);
    return this.isUpTo(TOTAL_CAP, where) ? this.filtered(where) : null;
  }

  private isUpTo(most: number, where: Clause): boolean {
    const rows = `SELECT 1 FROM ${this.tables.facts} WHERE ${where.sql} LIMIT ${most}`;
    return this.statements.number(`SELECT count(*) FROM (${rows})`, where.values) < most;
  }

  private filtered(where: Clause): Clause {
    return {
      sql: `FROM ${this.tables.facts} WHERE ${where.sql} AND ${this.contains.sql}`,
      values: [...where.values, ...this.contains.values],
    };
  }

  private hits(where: Clause): Clause {
    const { search, facts } = this.tables;
    return {
      // CROSS JOIN fixes the order: first the hits, then their rows.
      sql: `FROM ${search} CROSS JOIN ${facts} ON _row = ${search}.rowid WHERE ${search} MATCH ? AND ${this.rest.sql} AND ${where.sql}`,
      values: [this.terms, ...this.rest.values, ...where.values],
    };
  }

  /** The same rows as `hits`, found where the filter leaves a part of the view: an index alone tells which, and its rows lie anywhere. */
  private hitsAmong(where: Clause): Clause {
    const { search, facts } = this.tables;
    // The "+" keeps the rows of the filter from being searched for one by one.
    const both = `SELECT rowid FROM ${search} WHERE ${search} MATCH ? AND +rowid IN (SELECT _row FROM ${facts} WHERE ${where.sql})`;
    return {
      sql: `FROM ${facts} WHERE _row IN (${both}) AND ${this.rest.sql}`,
      values: [this.terms, ...where.values, ...this.rest.values],
    };
  }

  private ordered(numbers: number[], order: string): number[] {
    const chosen = `SELECT _row FROM ${this.tables.facts} WHERE _row IN (SELECT value FROM json_each(?)) ORDER BY ${order}`;
    return this.statements.rowNumbers(chosen, [JSON.stringify(numbers)]);
  }
}

const hitsUpTo = (statements: Statements, { search }: Tables, terms: string, cap: number): number =>
  statements.number(`SELECT count(*) FROM (SELECT 1 FROM ${search} WHERE ${search} MATCH ? LIMIT ${cap})`, [terms]);

const pageOf = (numbers: number[], { skip, limit }: List): FoundNumbers => ({
  numbers: numbers.slice(skip, skip + limit),
  total: numbers.length,
  totalIsCapped: false,
});

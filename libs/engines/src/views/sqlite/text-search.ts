import { foldedForSearch } from '#domain/text';
import { type StoredDeclaration, termColumns } from '../view-declaration.js';
import { type CompiledList, scanInOrder, scanKnownRowsInOrder } from '../list-order.js';
import { matchAllTerms, termsToFind, termsWithin } from '../search-text.js';
import type { Condition, ViewQuery } from '../views.js';
import { allOf, type Clause, MATCH_ALL, fixedValues } from './compile-query.js';
import { type RegisteredBuild, type Statements, type Tables, buildTableNames } from './registry.js';

/** Row numbers of one page, and how many rows there are in all. */
export type FoundNumbers = { numbers: number[]; total: number; totalIsCapped: boolean };

/** Totals of text searches are counted up to here (ADR-020). */
const TOTAL_CAP = 10_001;
/**
 * A term in fewer rows than this makes its fellows superfluous: looking at so few texts is cheaper than intersecting
 * long lists.
 */
const RARE = 1_000;
/**
 * So many rows are looked up to be sorted; where there are more, the list is walked in its order until the page is
 * full.
 */
const SORTED_AT_MOST = 1_000;
/** Filtered rows that are gathered beforehand at most, so that hits among them are told without looking at each. */
const MEMBERS = 100_000;

/**
 * A text search within one build. The search index has terms for most of what lists filter by, and where it has them
 * for the whole filter it tells by itself what is found. Where it does not, the text and the rest of the filter may
 * each fit a handful of rows or half a million: few hits are looked up, few filtered rows are gathered and the hits
 * told among them. Where much is found the total soon reaches its cap, and the list is walked in its order until the
 * page is full.
 */
export class TextSearch {
  private constructor(
    private readonly statements: Statements,
    private readonly tables: Tables,
    /** What is asked of the search index. */
    private readonly terms: string,
    /** The text contains what was searched. */
    private readonly contains: Clause,
    /** What is left to test of the text of rows that have the terms. */
    private readonly rest: Clause,
    /** The terms stand for the whole filter. */
    private readonly filters: boolean,
  ) {}

  /** Null when there is nothing to search for. @throws Error when the view declares no search text. */
  static of(
    statements: Statements,
    build: RegisteredBuild,
    { search = '', where = [] }: Pick<ViewQuery, 'search' | 'where'>,
  ): TextSearch | null {
    const needle = foldedForSearch(search).trim();
    if (needle === '') return null;
    if (!build.declared.searchable) throw new Error(`view ${build.name} declares no search text`);
    const tables = buildTableNames(build);
    const { terms, exact } = termsToFind(needle);
    const rare = terms.filter((term) => hitsUpTo(statements, tables, matchAllTerms([term]), RARE) < RARE);
    const contains = { sql: 'instr(_text, ?)', values: [needle] };
    const within = where.flatMap((condition) => termsOf(build.declared, condition) ?? []);
    return rare.length > 0
      ? new TextSearch(
          statements,
          tables,
          matchAllTerms(rare),
          contains,
          exact ? MATCH_ALL : contains,
          where.length === 0,
        )
      : new TextSearch(
          statements,
          tables,
          matchAllTerms([...terms, ...within]),
          contains,
          exact ? MATCH_ALL : contains,
          within.length === where.length,
        );
  }

  /** `filtered`: FROM and WHERE of what the filter alone leaves, by the index that delivers it. */
  page(list: CompiledList, filtered: Clause): FoundNumbers {
    const found = this.found(list.where, filtered);
    if (found.length === TOTAL_CAP) return { numbers: this.pageInOrder(list), total: TOTAL_CAP, totalIsCapped: true };
    return { numbers: this.pageOf(found, list), total: found.length, totalIsCapped: false };
  }

  /** FROM and WHERE of all rows found, for counting. */
  source(where: Clause): Clause {
    return hitsUpTo(this.statements, this.tables, this.terms, TOTAL_CAP) < TOTAL_CAP
      ? this.hits(allOf(this.rest, where))
      : this.members(allOf(where, this.rest));
  }

  /** Numbers of what is found, up to the cap of a total. */
  private found(where: Clause, filtered: Clause): number[] {
    const test = allOf(this.rest, this.filters ? MATCH_ALL : where);
    const { sql, values } = test === MATCH_ALL ? this.matches() : this.few(filtered, test);
    return this.statements.rowNumbers(`${sql} LIMIT ${TOTAL_CAP}`, values);
  }

  /** SELECT of what is found, by whichever side is the smaller one. */
  private few(filtered: Clause, test: Clause): Clause {
    const isFewHits = () => hitsUpTo(this.statements, this.tables, this.terms, TOTAL_CAP) < TOTAL_CAP;
    if (this.filters || isFewHits() || !this.isUpTo(MEMBERS, filtered)) return selected(this.hits(test));
    const among = this.matchesAmong(filtered);
    return this.rest === MATCH_ALL
      ? among
      : {
          sql: `SELECT _row FROM ${this.tables.facts} WHERE _row IN (${among.sql}) AND ${this.rest.sql}`,
          values: [...among.values, ...this.rest.values],
        };
  }

  /** The rows of a page, of these that are found. */
  private pageOf(found: number[], list: CompiledList): number[] {
    const { order, skip, limit } = list;
    const wanted = Math.min(limit, Math.max(0, found.length - skip));
    // What lies in a stretch of another column may lie far behind the beginning of the list's order.
    if (found.length > SORTED_AT_MOST && list.stretch === null) {
      const walked = scanKnownRowsInOrder(this.statements, this.tables, list, found);
      if (walked.length === wanted) return walked;
    }
    const sorted = `SELECT _row FROM ${this.tables.facts} WHERE _row IN (SELECT value FROM json_each(?))
      ORDER BY ${order} LIMIT ? OFFSET ?`;
    return this.statements.rowNumbers(sorted, [JSON.stringify(found), limit, skip]);
  }

  /**
   * A page of more than a total counts: met in the list's order where it is common there, else by gathering all hits
   * first.
   */
  private pageInOrder(list: CompiledList): number[] {
    const { where, inOrder, order, skip, limit } = list;
    const walked = scanInOrder(this.statements, this.tables, list, this.contains);
    if (walked.length === limit) return walked;
    const { sql, values } =
      list.delivery === 'none'
        ? this.hits(allOf(this.rest, this.filters ? MATCH_ALL : where))
        : this.members(allOf(inOrder ?? where, this.rest));
    return this.statements.rowNumbers(`SELECT _row ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`, [
      ...values,
      limit,
      skip,
    ]);
  }

  private isUpTo(most: number, { sql, values }: Clause): boolean {
    return this.statements.number(`SELECT count(*) FROM (SELECT 1 ${sql} LIMIT ${most})`, values) < most;
  }

  private matches(): Clause {
    const { search } = this.tables;
    return { sql: `SELECT rowid AS _row FROM ${search} WHERE ${search} MATCH ?`, values: [this.terms] };
  }

  /**
   * Those of the filter alone: an index tells which they are, and their rows, which lie anywhere, are not looked at.
   */
  private matchesAmong(filtered: Clause): Clause {
    const { sql, values } = this.matches();
    return {
      // The "+" keeps the rows of the filter from being searched for one by one.
      sql: `${sql} AND +rowid IN (SELECT _row ${filtered.sql})`,
      values: [...values, ...filtered.values],
    };
  }

  /** FROM and WHERE: each hit is looked up and tested. */
  private hits(test: Clause): Clause {
    const { search, facts } = this.tables;
    return {
      // CROSS JOIN fixes the order: first the hits, then their rows.
      sql: `FROM ${search} CROSS JOIN ${facts} ON _row = ${search}.rowid WHERE ${search} MATCH ? AND ${test.sql}`,
      values: [this.terms, ...test.values],
    };
  }

  /** FROM and WHERE: the filter's rows are met by an index, and looked for among all hits. */
  private members(test: Clause): Clause {
    const { sql, values } = this.matches();
    return {
      sql: `FROM ${this.tables.facts} WHERE +_row IN (${sql}) AND ${test.sql}`,
      values: [...values, ...test.values],
    };
  }
}

const selected = ({ sql, values }: Clause): Clause => ({ sql: `SELECT _row ${sql}`, values });

/** What stands for a condition in the search index; null where nothing does. */
const termsOf = (declared: StoredDeclaration, condition: Condition): string | null => {
  const values = termColumns(declared).includes(condition.column) ? fixedValues(condition) : null;
  return values && termsWithin(condition.column, values);
};

const hitsUpTo = (statements: Statements, { search }: Tables, terms: string, cap: number): number =>
  statements.number(`SELECT count(*) FROM (SELECT 1 FROM ${search} WHERE ${search} MATCH ? LIMIT ${cap})`, [terms]);

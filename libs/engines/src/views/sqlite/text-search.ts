import { foldedForSearch } from '#domain/text';
import { type StoredDeclaration, termColumns } from '../view-declaration.js';
import { type CompiledList, scanInOrder, scanRowNumbersInOrder } from '../list-order.js';
import { matchAllTerms, requiredFtsTermsOf, termsWithin } from '../search-text.js';
import type { Condition, ViewQuery } from '../views.js';
import { allOf, type Clause, MATCH_ALL, fixedValues } from './compile-query.js';
import { type RegisteredBuild, type Statements, type Tables, buildTableNames } from './registry.js';

/** Row numbers of one page, and the total number of rows. */
export type RowNumberPage = { numbers: number[]; total: number; totalIsCapped: boolean };

/** Totals of text searches are counted up to here (ADR-020). */
const TOTAL_CAP = 10_001;
/**
 * If a term is in fewer rows than this, the other terms are not used: testing the texts of these rows is cheaper than
 * intersecting long lists.
 */
const RARE_TERM_ROWS = 1_000;
/** Up to this number of rows are read and sorted; for more, the list is scanned in its order until the page is full. */
const MAX_SORTED_ROWS = 1_000;
/**
 * Maximum number of filtered rows that are collected first, so that hits are tested for membership without reading
 * each.
 */
const MAX_COLLECTED_ROWS = 100_000;

/**
 * A text search in one build. The search index has terms for most columns that lists filter by. If it has terms for the
 * whole filter, the index alone finds the rows. Otherwise text and filter may each match a few rows or half a million:
 * few hits are read and tested, or few filtered rows are collected and the hits are looked up among them. If very many
 * rows match, the total soon reaches its cap, and the list is scanned in its order until the page is full.
 */
export class TextSearch {
  private constructor(
    private readonly statements: Statements,
    private readonly tables: Tables,
    /** The expression for the search index. */
    private readonly terms: string,
    /** Tests whether the text contains the search text. */
    private readonly contains: Clause,
    /** The remaining test of the text of rows that have the terms. */
    private readonly textTest: Clause,
    /** Whether the terms cover the whole filter. */
    private readonly coversFilter: boolean,
  ) {}

  /**
   * Null without a search text.
   * @throws Error if the view declares no search text
   */
  static of(
    statements: Statements,
    build: RegisteredBuild,
    { search = '', where = [] }: Pick<ViewQuery, 'search' | 'where'>,
  ): TextSearch | null {
    const needle = foldedForSearch(search).trim();
    if (needle === '') return null;
    if (!build.declaration.searchable) throw new Error(`view ${build.name} declares no search text`);
    const tables = buildTableNames(build);
    const { terms, isExact } = requiredFtsTermsOf(needle);
    const rareTerms = terms.filter(
      (term) => countHits(statements, tables, matchAllTerms([term]), RARE_TERM_ROWS) < RARE_TERM_ROWS,
    );
    const contains = { sql: 'instr(_text, ?)', values: [needle] };
    const filterTerms = where.flatMap((condition) => termsOf(build.declaration, condition) ?? []);
    return rareTerms.length > 0
      ? new TextSearch(
          statements,
          tables,
          matchAllTerms(rareTerms),
          contains,
          isExact ? MATCH_ALL : contains,
          where.length === 0,
        )
      : new TextSearch(
          statements,
          tables,
          matchAllTerms([...terms, ...filterTerms]),
          contains,
          isExact ? MATCH_ALL : contains,
          filterTerms.length === where.length,
        );
  }

  /**
   * `filterSource`: FROM and WHERE of the rows that match the filter without the text, by the index that delivers them.
   */
  page(list: CompiledList, filterSource: Clause): RowNumberPage {
    const matches = this.matchingNumbers(list.where, filterSource);
    if (matches.length === TOTAL_CAP) return { numbers: this.pageInOrder(list), total: TOTAL_CAP, totalIsCapped: true };
    return { numbers: this.pageOf(matches, list), total: matches.length, totalIsCapped: false };
  }

  /** FROM and WHERE of all matching rows, for counting. */
  source(where: Clause): Clause {
    return countHits(this.statements, this.tables, this.terms, TOTAL_CAP) < TOTAL_CAP
      ? this.hits(allOf(this.textTest, where))
      : this.filteredHits(allOf(where, this.textTest));
  }

  /** Numbers of the matching rows, up to the cap of a total. */
  private matchingNumbers(where: Clause, filterSource: Clause): number[] {
    const test = allOf(this.textTest, this.coversFilter ? MATCH_ALL : where);
    const { sql, values } = test === MATCH_ALL ? this.matches() : this.selectMatches(filterSource, test);
    return this.statements.rowNumbers(`${sql} LIMIT ${TOTAL_CAP}`, values);
  }

  /** SELECT of the matching rows, starting from the smaller side: the hits or the filtered rows. */
  private selectMatches(filterSource: Clause, test: Clause): Clause {
    const hasFewHits = () => countHits(this.statements, this.tables, this.terms, TOTAL_CAP) < TOTAL_CAP;
    if (this.coversFilter || hasFewHits() || !this.hasFewerRows(MAX_COLLECTED_ROWS, filterSource))
      return selectRows(this.hits(test));
    const filteredMatches = this.matchesAmong(filterSource);
    return this.textTest === MATCH_ALL
      ? filteredMatches
      : {
          sql: `SELECT _row FROM ${this.tables.facts} WHERE _row IN (${filteredMatches.sql}) AND ${this.textTest.sql}`,
          values: [...filteredMatches.values, ...this.textTest.values],
        };
  }

  /** The rows of one page of these matches. */
  private pageOf(matches: number[], list: CompiledList): number[] {
    const { order, skip, limit } = list;
    const expectedCount = Math.min(limit, Math.max(0, matches.length - skip));
    // Rows in a range of another column may be far from the beginning of the order of the list.
    if (matches.length > MAX_SORTED_ROWS && list.rangeIndex === null) {
      const scannedNumbers = scanRowNumbersInOrder(this.statements, this.tables, list, matches);
      if (scannedNumbers.length === expectedCount) return scannedNumbers;
    }
    const sortedSql = `SELECT _row FROM ${this.tables.facts} WHERE _row IN (SELECT value FROM json_each(?))
      ORDER BY ${order} LIMIT ? OFFSET ?`;
    return this.statements.rowNumbers(sortedSql, [JSON.stringify(matches), limit, skip]);
  }

  /**
   * A page of more matches than a total counts: by a scan in the order of the list if it finds enough, otherwise by
   * collecting all hits first.
   */
  private pageInOrder(list: CompiledList): number[] {
    const { where, inOrder, order, skip, limit } = list;
    const scannedNumbers = scanInOrder(this.statements, this.tables, list, this.contains);
    if (scannedNumbers.length === limit) return scannedNumbers;
    const { sql, values } =
      list.delivery === 'none'
        ? this.hits(allOf(this.textTest, this.coversFilter ? MATCH_ALL : where))
        : this.filteredHits(allOf(inOrder ?? where, this.textTest));
    return this.statements.rowNumbers(`SELECT _row ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`, [
      ...values,
      limit,
      skip,
    ]);
  }

  private hasFewerRows(max: number, { sql, values }: Clause): boolean {
    return this.statements.number(`SELECT count(*) FROM (SELECT 1 ${sql} LIMIT ${max})`, values) < max;
  }

  private matches(): Clause {
    const { search } = this.tables;
    return { sql: `SELECT rowid AS _row FROM ${search} WHERE ${search} MATCH ?`, values: [this.terms] };
  }

  /** Hits among the filtered rows: an index lists these, so rows in random places need not be read. */
  private matchesAmong(filterSource: Clause): Clause {
    const { sql, values } = this.matches();
    return {
      // The "+" prevents that the filtered rows are looked up one by one.
      sql: `${sql} AND +rowid IN (SELECT _row ${filterSource.sql})`,
      values: [...values, ...filterSource.values],
    };
  }

  /** FROM and WHERE in which each hit is read and tested. */
  private hits(test: Clause): Clause {
    const { search, facts } = this.tables;
    return {
      // CROSS JOIN fixes the order: first the hits, then their rows.
      sql: `FROM ${search} CROSS JOIN ${facts} ON _row = ${search}.rowid WHERE ${search} MATCH ? AND ${test.sql}`,
      values: [this.terms, ...test.values],
    };
  }

  /** FROM and WHERE in which an index delivers the filtered rows, which are looked up among all hits. */
  private filteredHits(test: Clause): Clause {
    const { sql, values } = this.matches();
    return {
      sql: `FROM ${this.tables.facts} WHERE +_row IN (${sql}) AND ${test.sql}`,
      values: [...values, ...test.values],
    };
  }
}

const selectRows = ({ sql, values }: Clause): Clause => ({ sql: `SELECT _row ${sql}`, values });

/** The terms for a condition in the search index; null if it has none. */
const termsOf = (declaration: StoredDeclaration, condition: Condition): string | null => {
  const values = termColumns(declaration).includes(condition.column) ? fixedValues(condition) : null;
  return values && termsWithin(condition.column, values);
};

const countHits = (statements: Statements, { search }: Tables, terms: string, cap: number): number =>
  statements.number(`SELECT count(*) FROM (SELECT 1 FROM ${search} WHERE ${search} MATCH ? LIMIT ${cap})`, [terms]);

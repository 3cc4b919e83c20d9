import type { ColumnType } from '#domain';
import { withId, type Declared } from './declared.js';
import { countTable, createCounts } from './count-tables.js';
import { quoted } from './quoted.js';
import { createSearch } from './search-index.js';
import type { Build } from './views.js';

const NAME = /^[a-z0-9][a-z0-9_-]*$/i;

/** `<name>_v<version>_<build>`: how a build is called wherever it is stored (ADR-020). */
export const buildName = ({ name, version, build }: Build): string => {
  if (!NAME.test(name) || !NAME.test(build)) throw new Error(`"${name}" and "${build}" must be plain names`);
  return `${name}_v${version}_${build}`;
};

/** `facts`: what can be asked for, narrow; `documents`: the rows as JSON; `search`: terms of the text; `gone`: guards of deleted rows. */
export const tablesOf = (build: Build) => {
  const name = buildName(build);
  return {
    name,
    facts: quoted(name),
    documents: quoted(`${name}_documents`),
    search: quoted(`${name}_search`),
    gone: quoted(`${name}_gone`),
  };
};
export type Tables = ReturnType<typeof tablesOf>;

const SQL_TYPE: Record<ColumnType, string> = { text: 'TEXT', integer: 'INTEGER', real: 'REAL' };

/** Filters and sorts run over real columns in a table of their own: taking them out of JSON at each query costs 8 times as much. */
export const createTables = (tables: Tables, { columns, searchable, counted = [] }: Declared): string => {
  const declared = Object.entries(columns)
    .map(([column, type]) => `, ${quoted(column)} ${SQL_TYPE[type]}`)
    .join('');
  return [
    `CREATE TABLE ${tables.facts} (_row INTEGER PRIMARY KEY, _id TEXT NOT NULL UNIQUE, _position TEXT NOT NULL${declared}, _text TEXT NOT NULL)`,
    `CREATE TABLE ${tables.documents} (_row INTEGER PRIMARY KEY, document TEXT NOT NULL)`,
    `CREATE TABLE ${tables.gone} (id TEXT PRIMARY KEY, position TEXT NOT NULL) WITHOUT ROWID`,
    ...counted.flatMap((group, number) => createCounts(tables, number, group, (column) => SQL_TYPE[columns[column]!])),
    ...(searchable
      ? [
          createSearch(tables.search),
          `INSERT INTO ${tables.search} (${tables.search}, rank) VALUES ('automerge', 0)`, // see IdleMerging
        ]
      : []),
  ].join(';\n');
};

export const indexName = (build: string, number: number): string => quoted(`${build}_by${number}`);

export const createIndexes = ({ name, facts }: Tables, { indexes }: Declared): string[] =>
  indexes.map(
    (index, number) =>
      `CREATE INDEX IF NOT EXISTS ${indexName(name, number)} ON ${facts} (${withId(index).map(quoted).join(', ')})`,
  );

export const dropTables = (tables: Tables, { counted = [] }: Pick<Declared, 'counted'>): string[] =>
  [
    tables.search,
    tables.documents,
    tables.facts,
    tables.gone,
    ...counted.map((_, number) => countTable(tables, number)),
  ].map((table) => `DROP TABLE IF EXISTS ${table}`);

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isBusy, isUniqueViolation, openDatabase, inWriteTransaction, type DatabaseSync } from './database.js';

describe('a SQLite database', () => {
  let folder: string;
  let database: DatabaseSync;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sqlite-'));
    database = openDatabase(join(folder, 'a.db'));
    database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE)');
  });
  afterEach(async () => {
    if (database.isOpen) database.close();
    await rm(folder, { recursive: true });
  });

  const errorOf = (action: () => unknown): unknown => {
    try {
      action();
    } catch (error) {
      return error;
    }
    return null;
  };

  it('rejects text that contains NUL, however it is bound, instead of cutting it', () => {
    database.exec("INSERT INTO t (name) VALUES ('abc')");
    const select = database.prepare('SELECT id FROM t WHERE name = ?');
    for (const action of [
      () => select.get('abc\0zzz'),
      () => select.all('abc\0zzz'),
      () => [...select.iterate('abc\0zzz')],
      () => database.prepare('INSERT INTO t (name) VALUES (?)').run('\0'),
      () => database.prepare('SELECT id FROM t WHERE name = :name').get({ name: 'abc\0zzz' }),
    ])
      expect(String(errorOf(action))).toContain('NUL');
    expect(select.get('abc')).toEqual({ id: 1 });
    expect(database.prepare('SELECT count(*) AS rows FROM t').get()).toEqual({ rows: 1 });
  });

  it('is on disk before a commit returns', () => {
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  });

  it('rolls back a write that throws, and stays usable', () => {
    expect(() =>
      inWriteTransaction(database, () => {
        database.exec("INSERT INTO t VALUES (1, 'a')");
        throw new Error('changed my mind');
      }),
    ).toThrow('changed my mind');
    expect(inWriteTransaction(database, () => database.prepare('SELECT count(*) AS n FROM t').get())).toEqual({ n: 0 });
  });

  it('distinguishes a violated uniqueness constraint from other errors', () => {
    database.exec("INSERT INTO t VALUES (1, 'a')");
    expect(isUniqueViolation(errorOf(() => database.exec("INSERT INTO t VALUES (1, 'b')")))).toBe(true);
    expect(isUniqueViolation(errorOf(() => database.exec("INSERT INTO t VALUES (2, 'a')")))).toBe(true);
    expect(isUniqueViolation(errorOf(() => database.exec('INSERT INTO missing VALUES (1)')))).toBe(false);
    expect(isUniqueViolation(new Error('2067'))).toBe(false);
  });

  it('distinguishes a busy file from other errors', () => {
    const otherConnection = openDatabase(join(folder, 'a.db'));
    otherConnection.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE');
    database.exec('PRAGMA busy_timeout = 0');
    expect(isBusy(errorOf(() => database.exec('BEGIN IMMEDIATE')))).toBe(true);
    expect(isBusy(errorOf(() => database.exec('SELECT * FROM missing')))).toBe(false);
    otherConnection.close();
  });

  it('cannot be written if it is opened read-only', () => {
    const reader = openDatabase(join(folder, 'a.db'), { readOnly: true });
    expect(reader.prepare('SELECT count(*) AS n FROM t').get()).toEqual({ n: 0 });
    expect(() => reader.exec("INSERT INTO t VALUES (1, 'a')")).toThrow('readonly');
    reader.close();
  });
});

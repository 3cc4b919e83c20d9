import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '#events';
import { toStoreUnavailable, withFailureMapping, isEngineFailure, isTransientFailure } from './engine-failure.js';

const sqliteError = (errcode: number) => Object.assign(new Error('of SQLite'), { code: 'ERR_SQLITE_ERROR', errcode });
const systemError = (code: string) => Object.assign(new Error(code), { code, errno: -1, syscall: 'write' });
const IOERR_WRITE = 778;
const UNIQUE = 2067;

describe('a failure of an engine', () => {
  it.each([
    ['a full disk', sqliteError(13)],
    ['a disk that fails', sqliteError(IOERR_WRITE)],
    ['a lock of another program', sqliteError(5)],
    ['a full disk of files', systemError('ENOSPC')],
    ['too many open files', systemError('EMFILE')],
    ['a server that refuses', systemError('ECONNREFUSED')],
  ])('is transient if it is caused by %s', (_, error) => {
    expect(isTransientFailure(error)).toBe(true);
    expect(toStoreUnavailable(error, 'the vault')).toMatchObject({ name: 'StoreUnavailable', cause: error });
  });

  it.each([
    ['a file that is read-only', sqliteError(8)],
    ['a damaged file', sqliteError(11)],
    ['a disk that is read-only', systemError('EROFS')],
  ])('is permanent if it is caused by %s', (_, error) => {
    expect([isEngineFailure(error), isTransientFailure(error)]).toEqual([true, false]);
  });

  it.each([
    ['a value that is taken', sqliteError(UNIQUE)],
    ['a file that is missing', systemError('ENOENT')],
    ['a code of a library', Object.assign(new Error('busy'), { code: 'EBUSY' })],
    ['a mistake', new TypeError('undefined is not a function')],
  ])('does not include %s', (_, error) => {
    expect(toStoreUnavailable(error, 'the vault')).toBe(error);
  });

  it('is thrown as StoreUnavailable by every kind of method of an engine', async () => {
    class Broken {
      readonly name = 'broken';
      inPlace(): void {
        throw sqliteError(13);
      }
      async later(): Promise<void> {
        throw systemError('EIO');
      }
      async *items(): AsyncGenerator<number> {
        yield 1;
        throw sqliteError(IOERR_WRITE);
      }
      async mistake(): Promise<void> {
        throw new TypeError('no');
      }
    }
    const engine = withFailureMapping('the engine', new Broken());
    expect(engine.name).toBe('broken');
    expect(() => engine.inPlace()).toThrow(StoreUnavailable);
    await expect(engine.later()).rejects.toThrow(StoreUnavailable);
    await expect(engine.mistake()).rejects.toThrow(TypeError);
    const receivedItems: number[] = [];
    const readItems = async () => {
      for await (const item of engine.items()) receivedItems.push(item);
    };
    await expect(readItems()).rejects.toThrow(StoreUnavailable);
    expect(receivedItems).toEqual([1]);
  });
});

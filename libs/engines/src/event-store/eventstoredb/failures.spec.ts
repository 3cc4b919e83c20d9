import {
  AccessDeniedError,
  DeadlineExceededError,
  StreamDeletedError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { describe, expect, it } from '@jest/globals';
import { HeadConflict, StoreUnavailable } from '#events';
import { InDoubt } from '../event-log.js';
import { failureOfAppend, failureOfRead } from './failures.js';

const head = { revision: 4, hash: 'a'.repeat(64) };
const grpc = (code: number, message: string) => Object.assign(new Error(message), { code });
const versions = (current: bigint | 'no_stream') =>
  new WrongExpectedVersionError(undefined, { streamName: 'user-1', expected: 4n, current });

describe('a failed append', () => {
  it.each([
    ['no connection', grpc(14, '14 UNAVAILABLE: No connection established. Last error: Error: connect ECONNREFUSED')],
    ['a server that is starting', grpc(14, '14 UNAVAILABLE: Server Is Not Ready')],
    ['a connection that was cut', grpc(14, '14 UNAVAILABLE: read ECONNRESET')],
    ['a call the server cancelled', grpc(1, '1 CANCELLED: Call cancelled')],
    ['a reset stream', grpc(13, '13 INTERNAL: Received RST_STREAM with code 2')],
    ['a deadline', new DeadlineExceededError()],
    ['our own deadline', new StoreUnavailable('EventStoreDB has not answered for 3000 ms')],
    ['what the client does not recognize', new UnknownError(undefined, 'Could not recognize BadRequest')],
  ])('is in doubt after %s', (_, error) => {
    expect(failureOfAppend(error, 'user-1', head)).toBeInstanceOf(InDoubt);
  });

  it('is a conflict that names the revision there is', () => {
    expect(failureOfAppend(versions(9n), 'user-1', head)).toEqual(new HeadConflict('user-1', 4, 9));
    expect(failureOfAppend(versions('no_stream'), 'user-1', head)).toEqual(new HeadConflict('user-1', 4, -1));
  });

  it('is not in doubt when the server refused it', () => {
    for (const error of [new AccessDeniedError(), new StreamDeletedError(undefined, 'user-1')]) {
      const failure = failureOfAppend(error, 'user-1', head);
      expect(failure).toBeInstanceOf(StoreUnavailable);
      expect(failure).not.toBeInstanceOf(InDoubt);
      expect(failure.message).toContain(error.constructor.name);
    }
  });
});

describe('a failed read', () => {
  it('says that the store is unavailable, and why', () => {
    expect(failureOfRead(grpc(14, '14 UNAVAILABLE: Server Is Not Ready'), 'user-1')).toEqual(
      new StoreUnavailable('user-1 could not be read: 14 UNAVAILABLE: Server Is Not Ready'),
    );
  });

  it('of a position of another log cannot be tried again', () => {
    const failure = failureOfRead(grpc(2, '2 UNKNOWN: Unexpected ReadAllResult: Error'), 'the log');
    expect(failure).toBeInstanceOf(RangeError);
    expect(failure).not.toBeInstanceOf(StoreUnavailable);
  });
});

import {
  AccessDeniedError,
  DeadlineExceededError,
  NotLeaderError,
  StreamDeletedError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { describe, expect, it } from '@jest/globals';
import { HeadConflict, StoreMisconfigured, StoreUnavailable } from '#events';
import { AppendInDoubt } from '../event-log.js';
import { failureOfAppend, failureOfRead } from './failures.js';

const head = { revision: 4, hash: 'a'.repeat(64) };
const grpc = (code: number, message: string) => Object.assign(new Error(message), { code });
const wrongVersion = (current: bigint | 'no_stream') =>
  new WrongExpectedVersionError(undefined, { streamName: 'user-1', expected: 4n, current });

const metadata = new Map([
  ['leader-endpoint-host', 'b'],
  ['leader-endpoint-port', '2113'],
]);
const notLeader = new NotLeaderError({
  ...grpc(5, '5 NOT_FOUND: Leader info available'),
  message: '5 NOT_FOUND: Leader info available',
  metadata: { getMap: () => Object.fromEntries(metadata) },
} as unknown as ConstructorParameters<typeof NotLeaderError>[0]);

describe('a failure that only an operator can fix', () => {
  const unconnected = (reason: string) => grpc(14, `14 UNAVAILABLE: No connection established. Last error: ${reason}`);
  it.each([
    [grpc(16, '16 UNAUTHENTICATED: Unauthenticated'), /does not know its user with this password/],
    [grpc(7, '7 PERMISSION_DENIED: Access Denied'), /may not read \$all; the metadata of \$all .*"\$r"/],
    [new AccessDeniedError(), /may not read \$all/],
    [unconnected('Error: unable to verify the first certificate'), /tlsCaFile/],
    [unconnected('Error: self-signed certificate in certificate chain'), /tlsCaFile/],
    [unconnected('Error: certificate has expired'), /has expired and has to be renewed/],
    [
      unconnected("ERR_TLS_CERT_ALTNAME_INVALID ... Host: localhost. is not in the cert's altnames"),
      /does not name the host/,
    ],
    [unconnected('Error: write EPROTO SSL routines:ssl3_get_record:wrong version number'), /does not speak TLS/],
  ])('is reported as a misconfiguration that names EVENTSTORE_URL: %s', (error, pattern) => {
    const readFailure = failureOfRead(error, 'the end of the log', '$all');
    expect(readFailure).toBeInstanceOf(StoreMisconfigured);
    expect(readFailure.message).toMatch(/^the end of the log could not be read: EVENTSTORE_URL: /);
    expect(readFailure.message).toMatch(pattern);
    const appendFailure = failureOfAppend(error, 'user-1', head);
    expect(appendFailure).toBeInstanceOf(StoreMisconfigured);
    expect(appendFailure.message).toMatch(/^user-1 was not written: EVENTSTORE_URL: /);
  });

  it('names the missing right to read or append to a stream', () => {
    const denied = grpc(7, '7 PERMISSION_DENIED: Access Denied');
    expect(failureOfAppend(denied, 'user-1', head).message).toMatch(/may not append to user-1; .*\$settings.*"\$w"/);
    expect(failureOfRead(denied, 'user-1').message).toMatch(/may not read user-1; .*\$settings.*"\$r"/);
  });

  it('does not include a server that cannot be reached', () => {
    for (const error of [
      unconnected('Error: connect ECONNREFUSED 127.0.0.1:2113'),
      unconnected('Failed to connect (1s)'),
    ])
      expect(failureOfRead(error, 'user-1')).not.toBeInstanceOf(StoreMisconfigured);
  });
});

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
  ])('has an unknown outcome after %s', (_, error) => {
    expect(failureOfAppend(error, 'user-1', head)).toBeInstanceOf(AppendInDoubt);
  });

  it('is a conflict that names the current revision if the expected revision was wrong', () => {
    expect(failureOfAppend(wrongVersion(9n), 'user-1', head)).toEqual(new HeadConflict('user-1', 4, 9));
    expect(failureOfAppend(wrongVersion('no_stream'), 'user-1', head)).toEqual(new HeadConflict('user-1', 4, -1));
  });

  it('is known to have written nothing if the server refused it', () => {
    for (const error of [
      notLeader,
      new Error('Failed to discover after 10 attempts.'),
      new StreamDeletedError(undefined, 'user-1'),
    ]) {
      const failure = failureOfAppend(error, 'user-1', head);
      expect(failure).toBeInstanceOf(StoreUnavailable);
      expect(failure).not.toBeInstanceOf(AppendInDoubt);
      expect(failure.message).toMatch(/^user-1 was not written: /);
    }
  });

  it('has an unknown outcome if the call that it shared with other appends failed', () => {
    for (const error of [notLeader, new Error('Failed to discover after 10 attempts.')])
      expect(failureOfAppend(error, 'user-1', head, { isShared: true })).toBeInstanceOf(AppendInDoubt);
  });
});

describe('a failed read', () => {
  it('reports that the store is unavailable, with the reason', () => {
    expect(failureOfRead(grpc(14, '14 UNAVAILABLE: Server Is Not Ready'), 'user-1')).toEqual(
      new StoreUnavailable('user-1 could not be read: 14 UNAVAILABLE: Server Is Not Ready'),
    );
  });

  it('at a position of another log is an error that is not worth a retry', () => {
    const failure = failureOfRead(grpc(2, '2 UNKNOWN: Unexpected ReadAllResult: Error'), 'the log');
    expect(failure).toBeInstanceOf(RangeError);
    expect(failure).not.toBeInstanceOf(StoreUnavailable);
  });
});

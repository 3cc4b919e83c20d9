// Errors that a node returns as the status of a call, with the trailers that the client reads.
import { Metadata, status } from '@grpc/grpc-js';

/** Trailers hold printable ASCII only. */
const asTrailer = (value) => String(value).replaceAll(/[^\u0020-\u007e]+/g, encodeURIComponent);

const failure = (code, details, trailers = {}) => {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, asTrailer(value));
  return Object.assign(new Error(details), { code, details, metadata });
};

export const streamDeleted = (stream) =>
  failure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

export const deleteConflict = (stream, expected, actual) =>
  failure(
    status.FAILED_PRECONDITION,
    `Delete failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expected}, Actual version: ${actual}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': expected,
      'actual-version': actual,
    },
  );

export const tooBig = (maxSize) =>
  failure(status.INVALID_ARGUMENT, `Maximum Append Size of ${maxSize} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': maxSize,
  });

export const missingMetadata = () =>
  failure(status.INVALID_ARGUMENT, 'Required Metadata Missing', {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

/** The user does not exist or is disabled, or the password is wrong. */
export const unauthenticated = () => failure(status.UNAUTHENTICATED, 'Unauthenticated');

export const accessDenied = () => failure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const handlerFailed = () => failure(status.UNKNOWN, 'Exception was thrown by handler.');

/**
 * @param {'ReadStreamResult' | 'ReadAllResult'} result
 * @param {string} [reason] which newer lines add
 */
export const unexpectedResult = (result, reason) =>
  failure(status.UNKNOWN, `Unexpected ${result}: Error${reason === undefined ? '' : ` >> ${reason}`}`);

export const tooSlow = () =>
  failure(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  );

import {
  AccessDeniedError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { HeadConflict, StoreUnavailable, type Head } from '#events';
import { InDoubt } from '../event-log.js';

/**
 * What a failed append means. The client names half of its failures by class and half by a gRPC code on a plain Error, and
 * most say nothing about whether the events were written: whatever is not known to be a refusal is in doubt.
 */
export const failureOfAppend = (error: unknown, stream: string, head: Head): Error => {
  if (error instanceof WrongExpectedVersionError)
    return new HeadConflict(
      stream,
      head.revision,
      typeof error.actualVersion === 'bigint' ? Number(error.actualVersion) : -1,
    );
  if (isRefusal(error))
    return new StoreUnavailable(`${stream} could not be written: ${textOf(error)}`, { cause: error });
  return new InDoubt(`It is not known whether ${stream} was written: ${textOf(error)}`, { cause: error });
};

/** What a failed read means: the server is gone, frozen, or not ready yet; or the position is none of its log. */
export const failureOfRead = (error: unknown, what: string): Error => {
  if (error instanceof StoreUnavailable) return error;
  const text = textOf(error);
  // the server's whole answer to a position inside its log that is no event: a checkpoint of another log
  if (text.includes('Unexpected ReadAllResult'))
    return new RangeError(`${what}: there is no such position in this log`, { cause: error });
  return new StoreUnavailable(`${what} could not be read: ${text}`, { cause: error });
};

const isRefusal = (error: unknown): boolean =>
  error instanceof AccessDeniedError ||
  error instanceof StreamDeletedError ||
  error instanceof MaxAppendSizeExceededError;

/** The client's own errors often have an empty message, so their class is all there is to say. */
const textOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.constructor.name : String(error);

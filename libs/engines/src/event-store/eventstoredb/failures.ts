import {
  AccessDeniedError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { HeadConflict, StoreMisconfigured, StoreUnavailable, type Head } from '#events';
import { AppendInDoubt } from '../event-log.js';

/**
 * Maps the failure of an append. The client uses error classes for some failures and gRPC codes on a plain Error for
 * others, and most do not tell whether the events were written. Therefore every failure that is not known to be a
 * refusal is AppendInDoubt. A failure of the call that appends share does not tell anything about the appends that were
 * sent over it before.
 */
export const failureOfAppend = (
  error: unknown,
  stream: string,
  head: Head,
  { isShared = false }: { isShared?: boolean } = {},
): Error => {
  if (error instanceof WrongExpectedVersionError)
    return new HeadConflict(
      stream,
      head.revision,
      typeof error.actualVersion === 'bigint' ? Number(error.actualVersion) : -1,
    );
  const misconfiguration = misconfigurationOf(error, { verb: 'append to', right: '$w', stream });
  if (misconfiguration)
    return new StoreMisconfigured(`${stream} was not written: ${misconfiguration}`, { cause: error });
  if (isRefusal(error) || (!isShared && wasNotWritten(error)))
    return new StoreUnavailable(`${stream} was not written: ${textOf(error)}`, { cause: error });
  return new AppendInDoubt(`It is not known whether ${stream} was written: ${textOf(error)}`, { cause: error });
};

/**
 * Maps the failure of a read: the server is unavailable, frozen, not ready or refuses the read; or the position does
 * not exist in its log. `stream`: the stream that the user needs the right to read, `$all` for the whole log.
 */
export const failureOfRead = (error: unknown, source: string, stream = source): Error => {
  if (error instanceof StoreUnavailable) return error;
  const text = textOf(error);
  // The answer of the server to a position in its log where no event begins, such as a checkpoint of another log.
  if (text.includes('Unexpected ReadAllResult'))
    return new RangeError(`${source}: there is no such position in this log`, { cause: error });
  const misconfiguration = misconfigurationOf(error, { verb: 'read', right: '$r', stream });
  if (misconfiguration)
    return new StoreMisconfigured(`${source} could not be read: ${misconfiguration}`, { cause: error });
  return new StoreUnavailable(`${source} could not be read: ${text}`, { cause: error });
};

/**
 * Whether the server knows the user but the user lacks a right. Accepts an error of the client or the mapped failure.
 */
export const isDenied = (error: unknown): boolean =>
  error instanceof StoreMisconfigured
    ? isDenied(error.cause)
    : codeOf(error) === PERMISSION_DENIED || (error instanceof AccessDeniedError && codeOf(error) !== UNAUTHENTICATED);

type Access = { verb: 'read' | 'append to'; right: '$r' | '$w'; stream: string };

/** Describes a problem that only an operator can solve; null for any other failure. */
const misconfigurationOf = (error: unknown, { verb, right, stream }: Access): string | null => {
  const text = textOf(error);
  if (codeOf(error) === UNAUTHENTICATED)
    return `EVENTSTORE_URL: the server does not know its user with this password, or the user is disabled (${text})`;
  if (isDenied(error)) return `EVENTSTORE_URL: its user may not ${verb} ${stream}; ${grantOf(right, stream)} (${text})`;
  if (!text.includes('No connection established')) return null;
  const explanation = TLS_REFUSALS.find(([pattern]) => pattern.test(text))?.[1];
  return explanation ? `EVENTSTORE_URL: ${explanation} (${text})` : null;
};

const UNAUTHENTICATED = 16;
const PERMISSION_DENIED = 7;

const grantOf = (right: string, stream: string): string =>
  stream === '$all'
    ? `the metadata of $all has to name the user under "$acl", "${right}"`
    : `the default ACL in $settings has to name the user under "$userStreamAcl", "${right}"`;

const TLS_REFUSALS: [RegExp, string][] = [
  [/certificate has expired|CERT_HAS_EXPIRED/, 'the certificate of the server has expired and has to be renewed there'],
  [/not yet valid|CERT_NOT_YET_VALID/, 'the certificate of the server is not yet valid; compare the clocks'],
  [
    /altnames|ERR_TLS_CERT_ALTNAME_INVALID/,
    'the certificate of the server does not name the host; use one of its names, or renew it with this one',
  ],
  [
    /unable to verify|self.signed|unable to get (local )?issuer|CERT_UNTRUSTED/i,
    'the certificate of the server is of no authority that is trusted here; name its CA by tlsCaFile or NODE_EXTRA_CA_CERTS',
  ],
  [
    /wrong version number|packet length too long|http.request/i,
    'the server does not speak TLS there; use another port, or tls=false for a server without users',
  ],
  [
    /SSL routines|alert|certificate|EPROTO/i,
    'TLS with the server fails; look at tlsCaFile, userCertFile and userKeyFile',
  ],
];

const isRefusal = (error: unknown): boolean =>
  error instanceof StreamDeletedError || error instanceof MaxAppendSizeExceededError;

/** No node was found, or it was a follower, which does not write an append that requires the leader. */
const wasNotWritten = (error: unknown): boolean =>
  error instanceof NotLeaderError || textOf(error).startsWith('Failed to discover');

const codeOf = (error: unknown): unknown => Object(error).code as unknown;

/** Errors of the client often have an empty message; then their class is used. */
const textOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.constructor.name : String(error);

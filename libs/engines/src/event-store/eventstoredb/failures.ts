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
 * What a failed append means. The client names half of its failures by class and half by a gRPC code on a plain Error,
 * and most say nothing about whether the events were written: whatever is not known to be a refusal is in doubt. Over
 * the call that appends share, a failure of the call says nothing of what was sent over it before.
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
  const toMend = whatToMend(error, { verb: 'append to', right: '$w', stream });
  if (toMend) return new StoreMisconfigured(`${stream} was not written: ${toMend}`, { cause: error });
  if (isRefusal(error) || (!isShared && wasNotTaken(error)))
    return new StoreUnavailable(`${stream} was not written: ${textOf(error)}`, { cause: error });
  return new AppendInDoubt(`It is not known whether ${stream} was written: ${textOf(error)}`, { cause: error });
};

/**
 * What a failed read means: the server is gone, frozen, not ready yet, or refuses; or the position is none of its log.
 * `stream`: what the user needs the right to read, `$all` for the whole log.
 */
export const failureOfRead = (error: unknown, what: string, stream = what): Error => {
  if (error instanceof StoreUnavailable) return error;
  const text = textOf(error);
  // the server's whole answer to a position inside its log that is no event: a checkpoint of another log
  if (text.includes('Unexpected ReadAllResult'))
    return new RangeError(`${what}: there is no such position in this log`, { cause: error });
  const toMend = whatToMend(error, { verb: 'read', right: '$r', stream });
  if (toMend) return new StoreMisconfigured(`${what} could not be read: ${toMend}`, { cause: error });
  return new StoreUnavailable(`${what} could not be read: ${text}`, { cause: error });
};

/** Whether the server knows the user, who lacks a right; said of what it answered, or of what was made of that. */
export const isDenied = (error: unknown): boolean =>
  error instanceof StoreMisconfigured
    ? isDenied(error.cause)
    : codeOf(error) === PERMISSION_DENIED || (error instanceof AccessDeniedError && codeOf(error) !== UNAUTHENTICATED);

type Wanted = { verb: 'read' | 'append to'; right: '$r' | '$w'; stream: string };

/** What only an operator can mend, in words for one; null for a failure that may pass by itself. */
const whatToMend = (error: unknown, { verb, right, stream }: Wanted): string | null => {
  const text = textOf(error);
  if (codeOf(error) === UNAUTHENTICATED)
    return `EVENTSTORE_URL: the server does not know its user with this password, or the user is disabled (${text})`;
  if (isDenied(error)) return `EVENTSTORE_URL: its user may not ${verb} ${stream}; ${grantOf(right, stream)} (${text})`;
  if (!text.includes('No connection established')) return null;
  const explanation = TLS_REFUSALS.find(([sign]) => sign.test(text))?.[1];
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

/** No node was found, or it was a follower, which takes no append that asks for the leader. */
const wasNotTaken = (error: unknown): boolean =>
  error instanceof NotLeaderError || textOf(error).startsWith('Failed to discover');

const codeOf = (error: unknown): unknown => Object(error).code as unknown;

/** The client's own errors often have an empty message, so their class is all there is to say. */
const textOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.constructor.name : String(error);

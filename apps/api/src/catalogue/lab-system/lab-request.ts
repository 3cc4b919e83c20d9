import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { AddressForbidden, isAllowedHost, isPublicAddress, publicLookup } from './lab-address.js';

export type LabRequest = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string };
export type LabReply = { status: number; body: string };
/** There was no whole answer by the deadline. */
export class TooSlow extends Error {}

/** Bounds of one call; `allowedHosts` may stand in the own network. */
export type LabLimits = { deadlineMs: number; maxBytes: number; allowedHosts: readonly string[] };

/**
 * One call to a laboratory's system, that is over by its deadline whatever comes. A redirect is an answer like any other: nobody
 * follows it.
 * @throws AddressForbidden, TooSlow, Error when there is no whole answer
 */
export const requestLab = (
  url: URL,
  { method, headers, body }: LabRequest,
  { deadlineMs, maxBytes, allowedHosts }: LabLimits,
): Promise<LabReply> => {
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    return Promise.reject(new AddressForbidden('Not an address of the web'));
  const isAllowed = isAllowedHost(url, allowedHosts);
  // A host that is an address by itself is never looked up.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (!isAllowed && isIP(literal) !== 0 && !isPublicAddress(literal))
    return Promise.reject(new AddressForbidden(`${literal} is not a public address`));
  const deadline = AbortSignal.timeout(deadlineMs);
  return new Promise((resolve, refuse) => {
    const reject = (error: Error) => refuse(deadline.aborted ? new TooSlow(`No answer in ${deadlineMs} ms`) : error);
    const outgoing = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      url,
      {
        method,
        agent: false,
        signal: deadline,
        maxHeaderSize: 16_384,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
        ...(isAllowed ? {} : { lookup: publicLookup }),
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        incoming.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          chunks.push(chunk);
          if (bytes > maxBytes) incoming.destroy(new Error(`More than ${maxBytes} bytes`));
        });
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
        );
        incoming.on('error', reject);
        incoming.on('close', () => reject(new Error('Broken off'))); // after the end this changes nothing
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
};

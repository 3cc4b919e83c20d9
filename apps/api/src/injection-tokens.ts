import type { Logger } from 'pino';
import type { AddressLimits } from './auth/network-limits.js';
import type { MetricsAccess } from './operations/metrics-access.js';
import type { IdentityProvider } from './sessions/identity-providers.js';

/** Tokens of what createApi provides: `@Inject(ENGINES) private readonly engines: Engines`. */
export const ENGINES = Symbol('engines');
export const CLOCK = Symbol('clock');
export const LOGGER = Symbol('log');
export const OPTIONS = Symbol('options');
export const SCANNER = Symbol('scanner');
/** The HTTP client for addresses that users enter. It is closed with the api. */
export const OUTBOUND = Symbol('outbound');

export type Clock = () => Date;
export type Log = Logger;
export type ApiOptions = AddressLimits & {
  /** Checks every result against the contract's result schema; on in tests. */
  checkAnswers: boolean;
  /** Pause between two heartbeats of an event stream, in milliseconds. */
  heartbeatMs: number;
  /** Host with a separate login page, as in the Host header, e.g. `lab.example.com`; empty for none. */
  otherLoginHost?: string;
  /**
   * Hosts of laboratory systems that may have private addresses, with or without their port; all others must be public.
   */
  labSystemHosts: readonly string[];
  /** How long one call to a laboratory's system may take, in milliseconds. */
  labSystemDeadlineMs: number;
  /** Public web address of the platform, without a trailing slash. Events of the feed link to it. */
  publicUrl: string;
  /** Requests per minute and access key. */
  keyRequestsPerMinute: number;
  /** How long a request for a code waits for a failure to send it, in milliseconds. 0: it does not wait. */
  codeOutcomeMs: number;
  /** Who may read /metrics, and whether a trusted proxy provides the addresses of callers. */
  metricsAccess: MetricsAccess;
  trustsProxy: boolean;
  /** External providers for sign-in. */
  providers?: readonly IdentityProvider[];
};

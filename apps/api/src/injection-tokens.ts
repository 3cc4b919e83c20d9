import type { Logger } from 'pino';
import type { AddressLimits } from './auth/network-limits.js';
import type { MetricsAccess } from './operations/metrics-access.js';
import type { IdentityProvider } from './sessions/identity-providers.js';

/** What createApi hands to controllers, guard and filter: `@Inject(ENGINES) private readonly engines: Engines`. */
export const ENGINES = Symbol('engines');
export const CLOCK = Symbol('clock');
export const LOGGER = Symbol('log');
export const OPTIONS = Symbol('options');
export const SCANNER = Symbol('scanner');
/** The HTTP client for addresses that others name; closed with the api. */
export const OUTBOUND = Symbol('outbound');

export type Clock = () => Date;
export type Log = Logger;
export type ApiOptions = AddressLimits & {
  /** Holds every answer to the contract's result schema; on in tests. */
  checkAnswers: boolean;
  /** Pause between two signs of life of an event stream, in milliseconds. */
  heartbeatMs: number;
  /** Host with a login page of its own, as browsers name it, e.g. `lab.example.com`; empty for none. */
  otherLoginHost?: string;
  /**
   * Hosts of laboratory systems that stand in the own network, with or without their port; all others must be public.
   */
  labSystemHosts: readonly string[];
  /** How long one call to a laboratory's system may take, in milliseconds. */
  labSystemDeadlineMs: number;
  /** Web address at which others reach the platform, without a slash at the end; events of the feed link to it. */
  publicUrl: string;
  /** Requests that one access key may make in a minute. */
  keyRequestsPerMinute: number;
  /** How long a request for a code waits to learn that it could not be sent, in milliseconds; 0: not at all. */
  codeOutcomeMs: number;
  /** Who may read /metrics, and whether the addresses of callers come from a proxy that is trusted. */
  metricsAccess: MetricsAccess;
  trustsProxy: boolean;
  /** Third parties by whom one can sign in. */
  providers?: readonly IdentityProvider[];
};

import { Inject, Injectable } from '@nestjs/common';
import { networkOf } from '../auth/network-of.js';
import { Problem } from '../http/problem.js';
import { CLOCK, OPTIONS, type ApiOptions, type Clock } from '../provided.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** More than ask in a day; past it the one that asked longest ago is forgotten. */
const MOST_NETWORKS = 10_000;

/**
 * How many codes one network address asks for by number. Limits by number cannot tell who has text messages sent to a thousand numbers
 * of others. Kept in memory: a restart opens one more day at most.
 */
@Injectable()
export class CodesByAddress {
  private readonly asked = new Map<string, number[]>();

  constructor(@Inject(OPTIONS) private readonly options: ApiOptions, @Inject(CLOCK) private readonly now: Clock) {}

  /** Counts one more. @throws Problem 429 */
  count(address: string): void {
    const { codesPerMinute, codesPerDay } = this.options;
    const [network, now] = [networkOf(address), this.now().getTime()];
    const today = (this.asked.get(network) ?? []).filter((at) => now - at < DAY_MS);
    if (today.length >= codesPerDay || today.filter((at) => now - at < MINUTE_MS).length >= codesPerMinute) throw Problem.tooMany();
    this.asked.delete(network);
    this.asked.set(network, [...today, now]);
    const [longestAgo] = this.asked.keys();
    if (this.asked.size > MOST_NETWORKS && longestAgo !== undefined) this.asked.delete(longestAgo);
  }
}

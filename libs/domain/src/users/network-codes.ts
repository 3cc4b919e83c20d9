import { type NetworkCodesEvent, networkCodesEvents } from '#events';
import type { Aggregate } from '../handle.js';
import { ageOf } from '../rules/possible-times.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** So many codes may be asked for by number from one network, in a minute of the clock and in 24 hours. */
export type NetworkCodesLimits = { perMinute: number; perDay: number };

/** So many codes were asked for in the minute that begins then. */
export type CodesInMinute = { at: number; count: number };
/** In order. A day has 1,440 minutes, so the state stays small however many are asked for. */
export type NetworkCodes = readonly CodesInMinute[];

/** The minute of a time: who reads the log is not to find by the second who else asked then. */
export const minuteOf = (at: string): string => isoOf(startOf(at));
const isoOf = (time: number): string => new Date(time).toISOString();
const startOf = (at: string): number => Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS;

/** Whether one more may be asked for, after those of these minutes: so many in a minute of the clock, and in 24 hours. */
export const mayAskForCode = (asked: NetworkCodes, at: string, { perMinute, perDay }: NetworkCodesLimits): boolean => {
  const within = (ms: number) =>
    asked.reduce((sum, minute) => (ageOf(isoOf(minute.at), minuteOf(at)) < ms ? sum + minute.count : sum), 0);
  return within(DAY_MS) < perDay && within(MINUTE_MS) < perMinute;
};

export type NetworkCodesCommand = { type: 'CountCode'; at: string };

/** networkCodes-<HMAC of a network address and a day>: a stream a day, so that none grows without end. */
export const networkCodes: Aggregate<typeof networkCodesEvents, NetworkCodesCommand, NetworkCodes> = {
  category: 'networkCodes',
  events: networkCodesEvents,
  decider: {
    initialState: [],
    decide: ({ at }): NetworkCodesEvent[] => [{ type: 'CodeAskedForFromNetwork', data: { at: minuteOf(at) } }],
    evolve: (asked, { data }) => {
      const [at, last] = [startOf(data.at), asked.at(-1)];
      return last?.at === at ? [...asked.slice(0, -1), { at, count: last.count + 1 }] : [...asked, { at, count: 1 }];
    },
  },
};

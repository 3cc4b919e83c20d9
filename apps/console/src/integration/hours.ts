import type { listWebhookHours, ResultOf } from '#contract';
import type { Hour } from '../components/charts/small-charts.js';
import { timeOfDay } from '../lib/china-time.js';
import { formatCount } from '../lib/numbers.js';

/** One hour of an endpoint, as the service counts it. */
export type WebhookHour = ResultOf<typeof listWebhookHours>['items'][number];

const HOUR_MS = 3_600_000;
const HOURS = 24;

/**
 * The last 24 hours of one or several endpoints, the current one last; hours without events are included as empty ones.
 */
export const lastDayHours = (hours: readonly WebhookHour[], now: number): Hour[] => {
  const newest = Math.floor(now / HOUR_MS);
  return Array.from({ length: HOURS }, (_, index) => {
    const hourNumber = newest - HOURS + 1 + index;
    const { delivered, failed } = totalDeliveries(
      hours.filter((hour) => Math.floor(Date.parse(hour.at) / HOUR_MS) === hourNumber),
    );
    const clock = timeOfDay(new Date(hourNumber * HOUR_MS));
    return {
      label: `${clock}　${formatCount(delivered)} / ${formatCount(failed)}`,
      successes: delivered,
      failures: failed,
    };
  });
};

/**
 * P95 of the responses in each of the last 24 hours, in milliseconds; null for an hour without any. Of several
 * endpoints the slowest counts, because the P95 of all responses cannot be computed from those of each endpoint.
 */
export const lastDayLatencies = (
  hours: readonly WebhookHour[],
  now: number,
): { label: string; value: number | null }[] => {
  const newest = Math.floor(now / HOUR_MS);
  return Array.from({ length: HOURS }, (_, index) => {
    const hourNumber = newest - HOURS + 1 + index;
    const value = slowestP95(hours.filter((hour) => Math.floor(Date.parse(hour.at) / HOUR_MS) === hourNumber));
    const clock = timeOfDay(new Date(hourNumber * HOUR_MS));
    return { label: value === null ? clock : `${clock}　${formatCount(value)} ms`, value };
  });
};

export const totalDeliveries = (hours: readonly WebhookHour[]): { delivered: number; failed: number } => ({
  delivered: hours.reduce((sum, { delivered }) => sum + delivered, 0),
  failed: hours.reduce((sum, { failed }) => sum + failed, 0),
});

/** The share of events that was delivered; null if there was none. */
export const deliveredRate = (hours: readonly WebhookHour[]): number | null => {
  const { delivered, failed } = totalDeliveries(hours);
  return delivered + failed === 0 ? null : delivered / (delivered + failed);
};

/**
 * P95 of the slowest hour, in milliseconds; null without any: 95 of 100 responses of each hour came within this time.
 * It is not the P95 of the whole day.
 */
export const slowestP95 = (hours: readonly WebhookHour[]): number | null => {
  const values = hours.flatMap(({ p95 }) => p95 ?? []);
  return values.length === 0 ? null : Math.max(...values);
};

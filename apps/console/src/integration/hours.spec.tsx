import { expect, it } from '@jest/globals';
import { lastDayLatencies, slowestP95, type WebhookHour } from './hours.js';

const NOW = Date.parse('2026-03-02T09:30:00.000Z');
const hour = (at: string, p95: number | null): WebhookHour => ({ at, delivered: 1, failed: 0, p95 });

it('the latency of an hour is that of the slowest of several endpoints', () => {
  const hours = [
    hour('2026-03-02T09:00:00.000Z', 120),
    hour('2026-03-02T09:00:00.000Z', 812),
    hour('2026-03-02T08:00:00.000Z', null),
    hour('2026-03-02T08:00:00.000Z', 40),
    hour('2026-03-02T07:00:00.000Z', null),
  ];
  expect(
    lastDayLatencies(hours, NOW)
      .slice(-3)
      .map(({ value }) => value),
  ).toEqual([null, 40, 812]);
  expect([slowestP95(hours), slowestP95([])]).toEqual([812, null]);
});

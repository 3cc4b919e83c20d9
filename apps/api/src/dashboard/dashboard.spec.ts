import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import { getStatistic, getStatisticMobile, getUserInfo, type Dashboard } from '#contract';
import { NO_STREAM, type ConsignmentEvent, type ConsignType } from '#events';
import {
  committed,
  confirmed,
  created,
  header,
  passed,
  people,
  rejected,
  returned,
  saved,
} from '#harness/domain/consignment-story';
import { newClient, newLaboratory, type Laboratory } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

/** Thursday, ten in the morning in China. */
const NOW = '2026-03-05T02:00:00.000Z';
let service: Service;
let client: Client;
let lab: Client;
let laboratory: Laboratory;
let clientUnit: string;

beforeAll(async () => {
  service = await startService({ now: () => new Date(NOW) });
  client = await newClient(service);
  clientUnit = (await client.do(getUserInfo)).unitId ?? '';
  laboratory = await newLaboratory(service, {});
  lab = await service.as(laboratory.userName);
});
afterAll(() => service.close());

/** What happened to one consignment, and when: local times of China, e.g. `['03-04 09:00', committed]`. */
type TimedEvent = [at: string, event: ConsignmentEvent];
const utc = (local: string): string => new Date(`2026-${local.replace(' ', 'T')}:00.000+08:00`).toISOString();

const appendStory = async (
  story: TimedEvent[],
  {
    consignType = 1,
    lab: { testUnitId, testUnitName } = laboratory,
    unitId = clientUnit,
  }: { consignType?: ConsignType; lab?: Laboratory; unitId?: string } = {},
) => {
  const start = story[0]?.[0] ?? '';
  const form = header({ testUnitId, testUnitName });
  const timedEvents: TimedEvent[] = [
    [start, created({ consignType, consignUnitId: unitId, header: form })],
    [start, saved(form)],
    ...story,
  ];
  const events = timedEvents.map(([at, event]) => ({
    ...event,
    metadata: {
      schemaVersion: 1,
      by: people.client,
      at: utc(at),
      commandId: v4(),
      correlationId: v4(),
      causationId: null,
    },
  }));
  await service.engines.eventStore.append(`consignment-${v4()}`, events, NO_STREAM);
};
const dashboardOf = async (caller: Client, query: object = {}): Promise<Dashboard> => {
  await service.catchUp();
  return caller.do(getStatistic, { query });
};
const statusCounts = ({ byStatus }: Pick<Dashboard, 'byStatus'>) =>
  byStatus
    .filter(({ count }) => count > 0)
    .map(({ consignStatus, consignType, count }) => [consignStatus, consignType, count]);

describe('a dashboard', () => {
  beforeAll(async () => {
    await appendStory([['03-05 09:00', committed]]); // an hour ago
    await appendStory([['03-04 09:00', committed]], { consignType: 2 }); // 25 hours ago
    await appendStory([['02-20 09:00', committed]]); // long ago
    await appendStory([
      ['03-01 09:00', committed],
      ['03-01 11:00', passed],
      ['03-05 08:00', confirmed],
    ]); // 2 hours, then 93
    await appendStory([
      ['03-02 09:00', committed],
      ['03-02 15:00', passed],
      ['03-03 15:00', confirmed],
    ]); // 6 hours, then 24
    await appendStory([
      ['03-03 09:00', committed],
      ['03-03 10:00', rejected],
    ]); // 1 hour
    await appendStory([
      ['03-01 09:00', committed],
      ['03-01 19:00', rejected],
      ['03-02 09:00', committed],
      ['03-02 19:00', passed],
    ]); // 10 hours, not at once
    await appendStory([
      ['02-01 09:00', committed],
      ['02-01 13:00', passed],
      ['02-02 09:00', returned],
    ]); // 4 hours, more than 30 days ago
    await appendStory([['03-04 18:00', saved()]]); // a draft
  });

  it('counts the unit’s consignments by status and type', async () => {
    expect(statusCounts(await dashboardOf(client))).toEqual([
      [10, 1, 1],
      [20, 1, 2],
      [20, 2, 1],
      [30, 1, 1],
      [40, 1, 1],
      [60, 1, 2],
      [90, 1, 1],
    ]);
    expect(statusCounts(await dashboardOf(lab))).toEqual([
      [20, 1, 2],
      [20, 2, 1],
      [30, 1, 1],
      [40, 1, 1],
      [60, 1, 2],
      [90, 1, 1],
    ]);
    expect(statusCounts(await dashboardOf(lab, { consignType: 2 }))).toEqual([[20, 2, 1]]);
  });

  it('counts submissions by week, day and month, each consignment at its latest submission', async () => {
    const { weeks, days, submitted } = await dashboardOf(client);
    const busy = weeks
      .filter(({ byType }) => byType.some(({ count }) => count > 0))
      .map(({ from, to, byType }) => [from, to, ...byType.map(({ count }) => count)]);
    expect(busy).toEqual([
      ['2026-01-26', '2026-02-01', 1, 0, 0],
      ['2026-02-16', '2026-02-22', 1, 0, 0],
      ['2026-02-23', '2026-03-01', 1, 0, 0],
      ['2026-03-02', '2026-03-08', 4, 1, 0],
    ]);
    expect([weeks.length, days.length, days.slice(-5).map(({ count }) => count)]).toEqual([12, 30, [1, 2, 1, 1, 1]]);
    expect(submitted).toEqual({ thisMonth: 6, lastMonthSoFar: 1, last30Days: 7, thirtyDaysBefore: 1 });
  });

  it('shows the median and the 90th percentile of the duration of audit and receipt', async () => {
    // 1, 2, 4, 6 and 10 hours to the verdict; 24 and 93 to the receipt
    expect((await dashboardOf(lab)).turnaround).toEqual([
      { step: 'audit', count: 5, medianHours: 4, ninetyPercentHours: 10 },
      { step: 'receipt', count: 2, medianHours: 24, ninetyPercentHours: 93 },
    ]);
  });

  it('shows how long consignments have been waiting', async () => {
    const { ageing, oldestAwaitingAudit } = await dashboardOf(lab);
    expect(
      ageing.map(({ fromHours, toHours, byStatus }) => [
        fromHours,
        toHours,
        byStatus
          .filter(({ count }) => count > 0)
          .map(({ consignStatus, consignType, count }) => [consignStatus, consignType, count]),
      ]),
    ).toEqual([
      [0, 24, [[20, 1, 1]]],
      [
        24,
        72,
        [
          [20, 2, 1],
          [30, 1, 1],
          [40, 1, 1],
        ],
      ],
      [72, 168, []],
      [
        168,
        null,
        [
          [20, 1, 1],
          [90, 1, 1],
        ],
      ],
    ]);
    expect(oldestAwaitingAudit).toBe('2026-02-20T01:00:00.000Z');
  });

  it('counts audits that passed at once, and receipts of today', async () => {
    expect(await dashboardOf(lab)).toMatchObject({
      audits: { audited: 4, passedAtOnce: 2 },
      receivedToday: 1,
      platform: null,
      attention: null,
      countedAt: NOW,
    });
  });

  it('AAPI-024 counts a new consignment for its unit, in the mobile version too, and not for another unit', async () => {
    const [ownClient, otherClient] = [await newClient(service), await newClient(service)];
    const counts = async (caller: Client) => [
      statusCounts(await dashboardOf(caller)),
      statusCounts(await caller.do(getStatisticMobile)),
    ];
    expect(await counts(ownClient)).toEqual([[], []]);
    await appendStory([['03-05 09:50', saved()]], { unitId: (await ownClient.do(getUserInfo)).unitId ?? '' });
    expect(await counts(ownClient)).toEqual([[[10, 1, 1]], [[10, 1, 1]]]);
    expect(await counts(otherClient)).toEqual([[], []]);
    expect(statusCounts(await ownClient.do(getStatisticMobile, { query: { consignType: 2 } }))).toEqual([]);
  });

  it('is empty for a unit without consignments', async () => {
    const nothing = await dashboardOf(await newClient(service));
    expect(statusCounts(nothing)).toEqual([]);
    expect(nothing).toMatchObject({
      turnaround: [{ count: 0, medianHours: null, ninetyPercentHours: null }, { count: 0 }],
      oldestAwaitingAudit: null,
      audits: { audited: 0, passedAtOnce: 0 },
      submitted: { thisMonth: 0 },
    });
  });

  it('shows no unit the consignments of others', async () => {
    const otherLab = await newLaboratory(service, {});
    const currentDashboards = [await dashboardOf(client), await dashboardOf(lab)];
    await appendStory(
      [
        ['03-05 09:30', committed],
        ['03-05 09:45', passed],
      ],
      { lab: otherLab, unitId: v4() },
    );
    expect([await dashboardOf(client), await dashboardOf(lab)]).toEqual(currentDashboards);
    expect(statusCounts(await dashboardOf(await service.as(otherLab.userName)))).toEqual([[30, 1, 1]]);
    for (const userName of ['client1', 'lab1'])
      expect(statusCounts(await dashboardOf(await service.as(userName)))).toEqual([]);
  });

  it('shows all units and laboratories to administrators and auditors, and problems to the administrator only', async () => {
    for (const userName of ['admin', 'auditor']) {
      const all = await dashboardOf(await service.as(userName));
      expect(statusCounts(all).some(([status]) => status === 60)).toBe(true);
      expect(all.platform?.laboratories.find(({ testUnitId }) => testUnitId === laboratory.testUnitId)).toEqual({
        testUnitId: laboratory.testUnitId,
        testUnitName: laboratory.testUnitName,
        submitted: 7,
        awaitingAudit: 3,
        audited: 4,
        passedAtOnce: 2,
        medianAuditHours: 2,
      });
      expect(all.platform?.laboratories.find(({ testUnitName }) => testUnitName.startsWith('浙东'))).toMatchObject({
        submitted: 0,
        medianAuditHours: null,
      });
      expect(all.attention).toEqual(
        userName === 'admin' ? { stoppedViews: [], failedJobs: 0, waitingUnits: { consigning: 0, testing: 0 } } : null,
      );
    }
  });

  it('shows stopped views and failed jobs to the administrator', async () => {
    const { jobs, views } = service.engines;
    await jobs.enqueue('make-pdf', {}, { id: 'e-1.make-pdf', parkedReason: 'too old' });
    const build = (await views.builds()).find(({ name }) => name === 'projects');
    if (!build) throw new Error('no view of projects');
    await views.fail(build, { position: build.checkpoint.position, message: 'cannot take the event' });
    const { attention } = await dashboardOf(await service.as('admin'));
    expect(attention).toMatchObject({ stoppedViews: [{ name: 'projects' }], failedJobs: 1 });
    await views.fail(build, null);
  });
});

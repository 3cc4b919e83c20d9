import { describe, expect, it } from '@jest/globals';
import type { ConsignmentEvent } from '#events';
import {
  added,
  CLIENT_UNIT,
  CODE,
  committed,
  confirmed,
  created,
  header,
  LAB_UNIT,
  OTHER_LAB,
  passed,
  people,
  rejected,
  sample,
  saved,
} from '#harness/domain/consignment-story';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { published, registeredReport, withdrawn } from '#harness/domain/report-story';
import { unitFeed, type FeedEventRow } from './unit-feed.js';

const id = '0b6f6d2e-0000-4000-8000-000000000001';

const history = (...events: ConsignmentEvent[]) => toRecordedEvents(`consignment-${id}`, events, people.client);
const feedRows = (events: ReturnType<typeof toRecordedEvents>): FeedEventRow[] =>
  [...projectRows(unitFeed, events).values()].filter((row) => row.kind === 'event');

describe('EM-010 the feed of a unit', () => {
  it('contains a consignment from its first submission on, with its status after each step', () => {
    const events = history(
      created(),
      added(sample({ id: 'a-1' })),
      added(sample({ id: 'a-2' })),
      saved(),
      committed,
      rejected,
      committed,
      passed,
      confirmed,
    );
    expect(feedRows(events).map(({ type, revision, facts }) => [type, revision, facts.status])).toEqual([
      ['consignment.submitted', 4, { from: 10, to: 20, name: '待审核' }],
      ['consignment.audit-rejected', 5, { from: 20, to: 40, name: '审核不通过' }],
      ['consignment.submitted', 6, { from: 40, to: 20, name: '待审核' }],
      ['consignment.audit-passed', 7, { from: 20, to: 30, name: '待收样' }],
      ['consignment.sample-confirmed', 8, { from: 30, to: 60, name: '已收样' }],
    ]);
    expect(feedRows(events)[0]).toMatchObject({
      eventId: events[4]?.id,
      position: events[4]?.position,
      facts: { consignmentId: id, consignCode: CODE, testUnitId: LAB_UNIT, consignUnitId: CLIENT_UNIT, sampleCount: 2 },
    });
    expectIdempotentOnRedelivery(unitFeed, events);
  });

  it('contains neither name nor phone number of a person', () => {
    const { name, phone } = header().contact;
    const rows = JSON.stringify(feedRows(history(created(), saved(), committed, passed)));
    expect(name).not.toBe('');
    expect(rows).not.toContain(name);
    expect(rows).not.toContain(phone);
  });

  it('names the laboratory of the submission, not one that is only selected', () => {
    const otherLabHeader = { ...header(), testUnitId: OTHER_LAB };
    const events = history(
      created(),
      saved(),
      committed,
      rejected,
      { type: 'TestingUnitChanged', data: { header: otherLabHeader } },
      { type: 'ConsignmentCancelled', data: { toStatus: 50, description: '换一家' } },
      { type: 'ConsignmentReopened', data: { toStatus: 10 } },
      { type: 'ConsignmentSaved', data: { toStatus: 10, header: otherLabHeader } },
      committed,
    );
    expect(feedRows(events).map(({ type, facts }) => [type, facts.testUnitId])).toEqual([
      ['consignment.submitted', LAB_UNIT],
      ['consignment.audit-rejected', LAB_UNIT],
      ['consignment.cancelled', LAB_UNIT],
      ['consignment.reopened', LAB_UNIT],
      ['consignment.submitted', OTHER_LAB],
    ]);
  });

  it('contains reports by number and status, and withholds why a report was declared void before its publication', () => {
    const unseen = feedRows(toRecordedEvents('report-r1', [registeredReport(), withdrawn]));
    expect(unseen.map(({ type, facts }) => [type, facts.reportId, facts.reportNumber, facts.status.to])).toEqual([
      ['report.registered', 'r1', 'BG-001', 10],
      ['report.voided', 'r1', 'BG-001', 90],
    ]);
    expect(unseen[1]?.facts).not.toHaveProperty('remark');
    const rows = feedRows(toRecordedEvents('report-r2', [registeredReport(), published, withdrawn]));
    expect(rows.at(-1)?.facts).toMatchObject({
      remark: '数据有误',
      status: { from: 40, to: 90 },
      projectName: '沿海高速公路',
    });
    expectIdempotentOnRedelivery(unitFeed, toRecordedEvents('report-r2', [registeredReport(), published, withdrawn]));
  });
});

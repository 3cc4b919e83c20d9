import { describe, expect, it } from '@jest/globals';
import { allEvents } from '#events';
import { added, committed, created, people, saved } from '#harness/domain/consignment-story';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { categoryOfStream, consignmentOfStream, eventLog, STREAM_CATEGORIES, typesOfCategory } from './event-log.js';

const id = '0b6f6d2e-0000-4000-8000-000000000001';
const history = toRecordedEvents(`consignment-${id}`, [created(), added(), saved(), committed], people.client);

describe('the log of all events', () => {
  it('has one row for each event of any kind, also after a redelivery', () => {
    const requested = toRecordedEvents(`document-${id}`, [{ type: 'PdfRequested', data: {} }]);
    expect(
      [...projectRows(eventLog, [...history, ...requested]).values()].map(({ stream, revision, type }) => [
        stream,
        revision,
        type,
      ]),
    ).toEqual([
      [`consignment-${id}`, 0, 'ConsignmentCreated'],
      [`consignment-${id}`, 1, 'SampleAdded'],
      [`consignment-${id}`, 2, 'ConsignmentSaved'],
      [`consignment-${id}`, 3, 'ConsignmentCommitted'],
      [`document-${id}`, 0, 'PdfRequested'],
    ]);
    expectIdempotentOnRedelivery(eventLog, history);
    expect(eventLog.types).toEqual(Object.keys(allEvents));
  });

  it('contains the author of an event, but none of its contents', () => {
    const text = JSON.stringify([...projectRows(eventLog, history).values()]);
    expect(text).toContain(people.client.userId);
    for (const personalText of ['陈工', '010-12345', '沿海高速公路', '水泥']) expect(text).not.toContain(personalText);
  });

  it('assigns every event type to one kind of stream', () => {
    const catalogues = [...new Set(STREAM_CATEGORIES.map((category) => typesOfCategory(category).join(' ')))].flatMap(
      (types) => types.split(' '),
    );
    expect(catalogues.toSorted()).toEqual(Object.keys(allEvents).toSorted());
    expect(typesOfCategory('unheard-of')).toEqual([]);
  });

  it('derives the kind of a stream and its consignment from the stream name', () => {
    expect([
      categoryOfStream(`consignment-${id}`),
      categoryOfStream('operations-view-eventLog'),
      categoryOfStream('odd'),
    ]).toEqual(['consignment', 'operations', '']);
    expect([
      consignmentOfStream(`consignment-${id}`),
      consignmentOfStream(`document-${id}`),
      consignmentOfStream(`user-${id}`),
    ]).toEqual([id, id, null]);
  });
});

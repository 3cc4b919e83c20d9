import { describe, expect, it } from '@jest/globals';
import { allEvents } from '#events';
import { added, committed, created, people, saved } from '#harness/domain/consignment-story';
import { expectIdempotentOnRedelivery, recorded, rowsAfter } from '#harness/domain/recorded';
import { categoryOfStream, consignmentOfStream, eventLog, STREAM_CATEGORIES, typesOfCategory } from './event-log.js';

const id = '0b6f6d2e-0000-4000-8000-000000000001';
const history = recorded(`consignment-${id}`, [created(), added(), saved(), committed], people.client);

describe('the log of all events', () => {
  it('has one row an event, whatever its kind, also when events are delivered again', () => {
    const asked = recorded(`document-${id}`, [{ type: 'PdfRequested', data: {} }]);
    expect(
      [...rowsAfter(eventLog, [...history, ...asked]).values()].map(({ stream, revision, type }) => [
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

  it('holds who, when and under which request, and nothing of what was said', () => {
    const text = JSON.stringify([...rowsAfter(eventLog, history).values()]);
    expect(text).toContain(people.client.userId);
    for (const said of ['陈工', '010-12345', '沿海高速公路', '水泥']) expect(text).not.toContain(said);
  });

  it('knows of each kind of event in which kind of stream it stands; no two share a name', () => {
    const catalogues = [...new Set(STREAM_CATEGORIES.map((category) => typesOfCategory(category).join(' ')))].flatMap(
      (types) => types.split(' '),
    );
    expect(catalogues.toSorted()).toEqual(Object.keys(allEvents).toSorted());
    expect(typesOfCategory('unheard-of')).toEqual([]);
  });

  it('knows the kind of a stream, and the consignment it is named after', () => {
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

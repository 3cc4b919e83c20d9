import { expect } from '@jest/globals';
import { allEvents, NO_STREAM, type EventCatalogue, type RecordedEvent } from '#events';
import type { Projection } from '../../../libs/domain/src/event-sourcing/projection.js';

/** Events of one stream as the log returns them; `at` increases by a minute per event. */
export const toRecordedEvents = (
  stream: string,
  events: readonly { type: string; data: unknown }[],
  by = { userId: 'u-1', role: 'admin', unitId: null as string | null },
): RecordedEvent[] =>
  events.map(({ type, data }, revision) => ({
    id: `${stream}/${revision}`,
    stream,
    revision,
    position: String(revision + 1).padStart(20, '0'),
    type,
    data,
    metadata: {
      schemaVersion: (allEvents as EventCatalogue)[type]?.version ?? 1,
      by,
      at: new Date(Date.UTC(2026, 2, 1, 8, revision)).toISOString(),
      commandId: `c-${revision}`,
      correlationId: 'r-1',
      causationId: null,
      previousHash: NO_STREAM.hash,
      hash: NO_STREAM.hash,
    },
  }));

/** All rows of a view after these events. */
export const projectRows = <Row extends object>(
  projection: Projection<Row>,
  history: readonly RecordedEvent[],
): Map<string, Row> => {
  const rows = new Map<string, Row>();
  for (const event of history.filter(({ type }) => projection.types.includes(type))) {
    for (const id of projection.idsOf(event)) {
      const row = projection.project(rows.get(id) ?? null, event, id);
      if (row) rows.set(id, row);
      else rows.delete(id);
      for (const addedRow of (row && projection.addedRows?.(row, event)) ?? []) rows.set(addedRow.id, addedRow);
    }
  }
  return rows;
};

/**
 * Checks that a projection is idempotent: any end of the history delivered again, or each event twice, changes nothing.
 */
export const expectIdempotentOnRedelivery = <Row extends object>(
  projection: Projection<Row>,
  history: readonly RecordedEvent[],
): void => {
  const expectedRows = projectRows(projection, history);
  expect(expectedRows.size).toBeGreaterThan(0);
  expect(
    projectRows(
      projection,
      history.flatMap((event) => [event, event]),
    ),
  ).toEqual(expectedRows);
  for (let from = 0; from < history.length; from++)
    expect(projectRows(projection, [...history, ...history.slice(from)])).toEqual(expectedRows);
};

import { isDeepStrictEqual } from 'node:util';
import type { Projection } from '#domain/event-sourcing';
import { allProjections } from '#domain/views';
import { verifyChain, type Build, type Engines, type Views } from '#engines';
import { START, type RecordedEvent } from '#events';
import { allRows } from '../../../apps/projector/src/compare-builds.js';
import type { AcknowledgedCommands } from './load.js';

const PAGE = 1_000;
/** How long a view may take to reach the end of the log without load. */
const VIEW_WAIT_MS = 120_000;

/** All events of the log, oldest first. */
export const readLog = async ({ eventStore }: Engines): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for (
    let page = await eventStore.readAll(START, PAGE);
    page.length > 0;
    page = await eventStore.readAll(page.at(-1)?.position ?? START, PAGE)
  )
    events.push(...page);
  return events;
};

/** Waits until all views have read the whole log, including events that reactions append meanwhile. */
export const waitForViews = async ({ eventStore, views }: Engines): Promise<void> => {
  let end: string;
  do {
    end = await eventStore.lastPosition();
    for (const view of allProjections)
      if (!(await views.waitFor(view, end, VIEW_WAIT_MS)))
        throw new Error(`${view.name} does not reach the end of the log`);
  } while ((await eventStore.lastPosition()) !== end);
};

/** The problems of the log and the views after the load has ended; empty if there are none. */
export const problemsOf = async (
  engines: Engines,
  acknowledged: readonly AcknowledgedCommands[],
): Promise<string[]> => {
  const events = await readLog(engines);
  const { broken } = await verifyChain(engines.eventStore);
  return [
    ...(broken ? [`the chain of ${broken.stream} is broken at ${broken.revision}: ${broken.problem}`] : []),
    ...commandProblems(events, acknowledged),
    ...effectProblems(events),
    ...(await Promise.all(allProjections.map((projection) => viewProblems(engines.views, projection, events)))).flat(),
  ];
};

/** Each acknowledged command is in the log once, in the order of the acknowledgements. */
const commandProblems = (events: readonly RecordedEvent[], acknowledged: readonly AcknowledgedCommands[]): string[] => {
  const eventsByStream = groupByStream(events);
  return acknowledged.flatMap(({ id, memos, samples, committed }) => {
    const stream = eventsByStream.get(`consignment-${id}`) ?? [];
    const countOf = (type: string) => stream.filter((event) => event.type === type).length;
    const positionsByMemo = memos.map((memo) =>
      stream.flatMap(({ data }, position) => (JSON.stringify(data).includes(memo) ? [position] : [])),
    );
    return [
      ...(countOf('ConsignmentCreated') === 1 ? [] : [`${id} was created ${countOf('ConsignmentCreated')} times`]),
      ...positionsByMemo.flatMap((positions, n) =>
        positions.length === 1 ? [] : [`save ${n + 1} of ${id} is in the log ${positions.length} times`],
      ),
      ...(isDeepStrictEqual(
        positionsByMemo.flat(),
        positionsByMemo.flat().toSorted((a, b) => a - b),
      )
        ? []
        : [`the saves of ${id} are out of order`]),
      ...(countOf('SampleAdded') >= samples && countOf('SampleAdded') <= 1
        ? []
        : [`${id} has ${countOf('SampleAdded')} samples`]),
      ...(countOf('ConsignmentCommitted') >= Number(committed) && countOf('ConsignmentCommitted') <= 1
        ? []
        : [`${id} was submitted ${countOf('ConsignmentCommitted')} times`]),
    ];
  });
};

const groupByStream = (events: readonly RecordedEvent[]): Map<string, RecordedEvent[]> => {
  const streams = new Map<string, RecordedEvent[]>();
  for (const event of events) {
    const stream = streams.get(event.stream);
    if (stream) stream.push(event);
    else streams.set(event.stream, [event]);
  }
  return streams;
};

const resultsOf = (events: readonly RecordedEvent[], request: RecordedEvent): number =>
  events.filter(
    ({ type, metadata }) => (type === 'PdfGenerated' || type === 'PdfFailed') && metadata.causationId === request.id,
  ).length;

/** PDF requests that have no result yet. */
export const requestsWithoutResult = (events: readonly RecordedEvent[]): RecordedEvent[] =>
  pdfRequests(events).filter((request) => resultsOf(events, request) === 0);

const pdfRequests = (events: readonly RecordedEvent[]): RecordedEvent[] =>
  events.filter(({ type, metadata }) => type === 'PdfRequested' && !metadata.imported);

const effectProblems = (events: readonly RecordedEvent[]): string[] =>
  pdfRequests(events).flatMap((request) => {
    const results = resultsOf(events, request);
    return results === 1 ? [] : [`${request.stream}@${request.revision} has ${results} results`];
  });

/** Compares the live build of a view with a new fold of the log. */
export const viewProblems = async (
  views: Views,
  projection: Projection<object>,
  events: readonly RecordedEvent[],
): Promise<string[]> => {
  const live = (await views.builds()).find(
    ({ name, version, active }) => name === projection.name && version === projection.version && active,
  );
  if (!live) return [`${projection.name} has no live build`];
  const expected = foldLog(projection, events);
  const actual = await rowsOf(views, live);
  const ids = new Set([...expected.keys(), ...actual.keys()]);
  const differingIds = [...ids].filter((id) => !isDeepStrictEqual(actual.get(id), expected.get(id)));
  return differingIds.length === 0
    ? []
    : [
        `${projection.name} differs from a fresh fold in ${differingIds.length} of ${ids.size} rows, e.g. ${differingIds[0]}`,
      ];
};

const foldLog = (projection: Projection<object>, events: readonly RecordedEvent[]): Map<string, object> => {
  const rows = new Map<string, object>();
  const types = new Set(projection.types);
  for (const event of events) {
    if (!types.has(event.type)) continue;
    for (const id of projection.idsOf(event)) {
      const row = projection.project(rows.get(id) ?? null, event, id);
      if (row === null) rows.delete(id);
      else rows.set(id, row);
      for (const addedRow of (row && projection.addedRows?.(row, event)) ?? []) rows.set(addedRow.id, addedRow);
    }
  }
  // Like rows of an engine, without members that JSON omits.
  return new Map([...rows].map(([id, row]) => [id, JSON.parse(JSON.stringify(row)) as object]));
};

const rowsOf = async (views: Views, build: Build): Promise<Map<string, object>> => {
  const rows = new Map<string, object>();
  for await (const { id, row } of allRows(views, build)) rows.set(id, row);
  return rows;
};

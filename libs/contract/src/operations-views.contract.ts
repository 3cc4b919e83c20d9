import { z } from 'zod';
import { Comparison, RewrittenView } from '#events';
import { operation } from './operation.js';
import { line, opaque, operatorReason } from './texts.js';

const V = '/api/v1/operations/projections';
const source = 'docs/operations.md';
const Position = z.string().regex(/^\d{20}$/);
const count = z.number().int().min(0);

/**
 * Role of a build. `live`: readers use it. `first`: readers will use it once it has caught up. `rebuilding`, `paused`
 * and `compared`: an operator's build before the switch. `switching`: until the projector has switched. `kept`: readers
 * used it before the switch.
 */
export const BuildRole = z.enum(['live', 'first', 'rebuilding', 'paused', 'compared', 'switching', 'kept']);
export type BuildRole = z.infer<typeof BuildRole>;

/** The event that a build could not process; null if it can no longer be found. */
const FailedEvent = z.object({ id: z.string(), stream: z.string(), revision: z.number(), type: z.string() });

/** Rates are events per second over the last seconds; null until the second request. */
export const ViewBuild = z.object({
  build: z.string(),
  role: BuildRole,
  position: Position,
  rows: count,
  /** UTC; null before the first write. */
  writtenAt: z.string().nullable(),
  failure: z
    .object({ position: Position, message: z.string(), at: z.string(), event: FailedEvent.nullable() })
    .nullable(),
  /** Share of the log before its position, 0 to 1. */
  share: z.number().min(0).max(1),
  rate: z.number().nullable(),
  secondsLeft: z.number().nullable(),
});
export type ViewBuild = z.infer<typeof ViewBuild>;

/**
 * Events of its types that a build has not processed yet. They are counted by reading them, up to a thousand. `seconds`
 * is the age of the oldest.
 */
export const ViewLag = z.object({ events: count, isCapped: z.boolean(), seconds: z.number().nullable() });
export type ViewLag = z.infer<typeof ViewLag>;

/**
 * `revision` is that of the operations on the view, for If-Match. `rates` are those of the last two minutes, oldest
 * first.
 */
export const ViewStatus = z.object({
  name: z.string(),
  version: z.number(),
  revision: z.number(),
  state: z.enum(['building', 'live', 'stopped']),
  /** Number of streams set aside by the live build, or by the one that will be live. */
  setAside: count,
  /** Lag of the live build, or of the one that will be live. */
  lag: ViewLag.nullable(),
  rates: z.array(z.number()),
  builds: z.array(ViewBuild),
  /** The newest comparison; `build` is the new build in it. */
  comparison: Comparison.extend({ build: z.string() }).nullable(),
});
export type ViewStatus = z.infer<typeof ViewStatus>;

export const ViewStatusList = z.object({
  countedAt: z.string(),
  head: Position,
  rate: z.number().nullable(),
  views: z.array(ViewStatus),
});
export type ViewStatusList = z.infer<typeof ViewStatusList>;

/**
 * An operator's action, or a finding of the projector. `userName` is the current name; empty for the platform itself.
 */
export const ViewOperationEntry = z.object({
  eventId: z.string(),
  at: z.string(),
  userName: z.string(),
  type: z.string(),
  build: z.string(),
  reason: z.string().nullable(),
});
export type ViewOperationEntry = z.infer<typeof ViewOperationEntry>;

const view = z.object({ view: opaque(100, 1) });
const reason = z.object({ reason: operatorReason });
const buildReason = reason.extend({ build: opaque(100, 1) });
const orderResult = z.object({ revision: z.number() });

const viewOperation = (name: string, path: string, summary: string) =>
  operation({
    name,
    family: 'v1',
    method: 'POST',
    path: `${V}/:view/${path}`,
    summary,
    source,
    query: view,
    body: reason,
    result: orderResult,
  });
const buildOperation = (name: string, path: string, summary: string) =>
  operation({
    name,
    family: 'v1',
    method: 'POST',
    path: `${V}/:view/${path}`,
    summary,
    source,
    query: view,
    body: buildReason,
    result: orderResult,
  });

export const listProjections = operation({
  name: 'ListProjections',
  family: 'v1',
  method: 'GET',
  path: V,
  summary: 'State of every view: position, lag, rate, builds, failures',
  source,
  result: ViewStatusList,
});
export const getViewOperations = operation({
  name: 'GetViewOperations',
  family: 'v1',
  method: 'GET',
  path: `${V}/:view/operations`,
  summary: 'What operators have done with a view, newest first',
  source,
  query: view,
  result: z.object({ items: z.array(ViewOperationEntry) }),
});
export const rebuildView = viewOperation(
  'RebuildView',
  'rebuild',
  'Makes a new build of a view beside the live one and compares them; readers stay where they are',
);
export const pauseRebuild = viewOperation('PauseRebuild', 'rebuild/pause', 'Lets a rebuild stand still');
export const resumeRebuild = viewOperation('ResumeRebuild', 'rebuild/resume', 'Lets a paused rebuild go on');
export const cancelRebuild = viewOperation(
  'CancelRebuild',
  'rebuild/cancel',
  'Gives a rebuild up and drops what it made',
);
export const switchBuild = viewOperation(
  'SwitchBuild',
  'switch',
  'Sends readers to the rebuilt view; the old build is kept and fed',
);
export const switchBack = viewOperation('SwitchBack', 'switch-back', 'Sends readers back to the build that was kept');
export const dropBuild = buildOperation('DropBuild', 'drop', 'Drops a build that is kept or awaits the switch');
export const restartView = buildOperation(
  'RestartView',
  'restart',
  'Lets a build that has stopped at an event try again from its checkpoint',
);

/**
 * A stream whose events a view skips from `revision` on, because it cannot process that one. `error` is the class of
 * the error.
 */
export const SetAsideStream = z.object({
  stream: z.string(),
  revision: count,
  position: Position,
  eventId: z.string(),
  type: z.string(),
  error: z.string(),
  since: z.string(),
  triedAt: z.string(),
  tries: count,
});
export type SetAsideStream = z.infer<typeof SetAsideStream>;

export const listSetAside = operation({
  name: 'ListSetAside',
  family: 'v1',
  method: 'GET',
  path: `${V}/:view/set-aside`,
  summary:
    'Streams that the view has set aside because it cannot take one of their events, those it has for longest first',
  source,
  query: view,
  result: z.object({ items: z.array(SetAsideStream) }),
});
export const retrySetAside = operation({
  name: 'RetrySetAside',
  family: 'v1',
  method: 'POST',
  path: `${V}/:view/set-aside/retry`,
  summary: 'Tries a stream again that the view has set aside, or all of them where none is named',
  source,
  query: view,
  body: reason.extend({ stream: opaque(500, 1).optional() }),
  result: orderResult,
});

/** `views` is set once it is done, `message` if a view could not process an event. */
export const RowRebuild = z.object({
  requestId: z.string(),
  consignmentId: z.string(),
  reason: z.string(),
  at: z.string(),
  userName: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  views: z.array(RewrittenView),
  message: z.string(),
});
export type RowRebuild = z.infer<typeof RowRebuild>;

export const rebuildConsignmentRows = operation({
  name: 'RebuildConsignmentRows',
  family: 'v1',
  method: 'POST',
  path: '/api/v1/operations/row-rebuilds',
  source,
  summary: 'Rebuilds the rows of one consignment in every view; `consignment` is its id or number',
  body: reason.extend({ consignment: line(100, 1) }),
  result: z.object({ requestId: z.string(), consignmentId: z.string() }),
});
export const listRowRebuilds = operation({
  name: 'ListRowRebuilds',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/operations/row-rebuilds',
  summary: 'The newest twenty of them, newest first',
  source,
  result: z.object({ items: z.array(RowRebuild) }),
});

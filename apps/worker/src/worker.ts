import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import {
  withReadScope,
  logSerializers,
  noScanner,
  type Engines,
  type FileScanner,
  type JobHandler,
  type WorkOptions,
} from '#engines';
import { openOutbound, type Outbound } from '#outbound';
import { startFileCollection, createFileSweep } from './collect-files.js';
import { dropUntouchedDrafts, updateOlderDraftNames } from './drafts.js';
import { followLog } from './follow-log.js';
import { buildLedger } from './jobs/build-ledger.job.js';
import { callLabSystem, LAB_CALL_JOBS } from './jobs/call-lab-system.job.js';
import { clearErased } from './jobs/clear-erased.job.js';
import { deliverNotification } from './jobs/deliver-notification.job.js';
import { nameDrafts } from './jobs/name-drafts.job.js';
import { notifyUsers } from './jobs/notify-users.job.js';
import { notifyWitness } from './jobs/notify-witness.job.js';
import { renderPdfJob } from './jobs/render-pdf.job.js';
import { sendCode } from './jobs/send-code.job.js';
import { openWorkbookThread } from './ledger/workbook-thread.js';
import type { MessageTransport } from './messages/messages.js';
import { openPdfThread } from './pdf/pdf-thread.js';
import { reactions, type JobName } from './reactions.js';
import { sweepSessions } from './sweep-sessions.js';
import { startDeliveryExpiry } from './webhooks/delivery-expiry.js';
import { webhookLanes, type WebhookTiming } from './webhooks/delivery-lanes.js';

export type WorkerOptions = {
  engines: Engines;
  messages: MessageTransport;
  /** Calls the systems of laboratories; closed with the worker. Without one only public addresses are called. */
  outbound?: Outbound;
  /** Scans the files that are fetched from laboratories; without it they are not scanned. */
  scanner?: FileScanner;
  /** The web address of the platform, for links in delivered events. */
  publicUrl?: string;
  /** How often endpoints of webhooks are checked, and how long they have to respond. */
  webhookTiming?: Partial<WebhookTiming>;
  logger: Logger;
  now?: () => Date;
  retryMs?: number;
  /** How often requests in the log are compared with the jobs. */
  reconcileMs?: number;
  /** How long to wait for another page of a ledger before its file is made. */
  settleMs?: number;
};

/**
 * Reads the log, enqueues jobs for its requests and runs them: the only place of side effects. `stop` waits for running
 * jobs and releases those that take long; `done` resolves after it.
 */
export const createWorker = ({
  engines,
  messages,
  outbound = openOutbound({ allowedHosts: [], keepAlive: true }),
  scanner = noScanner,
  publicUrl = '',
  webhookTiming = {},
  logger: parentLogger,
  now = () => new Date(),
  retryMs = 1_000,
  reconcileMs = 30_000,
  settleMs = 300,
}: WorkerOptions) => {
  const logger = parentLogger.child({}, { serializers: logSerializers });
  const stopController = new AbortController();
  setMaxListeners(0, stopController.signal); // every background task and every lane of webhooks waits on it
  const pdf = openPdfThread();
  const workbooks = openWorkbookThread();
  const context = { engines, now, logger };
  const sweep = createFileSweep({ ...engines, now, logger, signal: stopController.signal });
  const lanes = webhookLanes({ ...context, ...webhookTiming, outbound, publicUrl, signal: stopController.signal });
  const jobs: Record<JobName | 'deliver-webhooks', { handler: JobHandler } & WorkOptions> = {
    'render-pdf': { handler: renderPdfJob({ ...context, pdf }), concurrency: 2 },
    // Gateways refuse a flood, e.g. of messages that have waited for a day.
    'notify-witness': {
      handler: notifyWitness({ ...context, messages }),
      concurrency: 4,
      limit: { max: 20, perMs: 1_000 },
    },
    'send-code': { handler: sendCode({ ...context, messages }), concurrency: 4, limit: { max: 20, perMs: 1_000 } },
    'notify-users': { handler: notifyUsers(context), concurrency: 4 },
    'deliver-notification': {
      handler: deliverNotification({ ...context, messages }),
      concurrency: 4,
      limit: { max: 20, perMs: 1_000 },
    },
    // One at a time, so that memory is bounded; superseded requests end at once.
    'build-ledger': { handler: buildLedger({ ...context, workbooks, settleMs }), concurrency: 1 },
    // Few of them call the same laboratory; its other calls wait without running here.
    'call-lab-system': { handler: callLabSystem({ ...context, outbound, scanner }), concurrency: LAB_CALL_JOBS },
    'deliver-webhooks': lanes.work,
    'name-drafts': { handler: nameDrafts(context), concurrency: 1 },
    'clear-erased': { handler: clearErased({ ...context, messages, sweep }), concurrency: 1 },
  };
  const stopFunctions = Object.entries(jobs).map(([name, { handler, ...options }]) =>
    engines.jobs.work(name, (payload, job) => withReadScope(() => handler(payload, job)), options),
  );
  const logFollower = followLog({
    eventStore: engines.eventStore,
    jobs: engines.jobs,
    reactions,
    now,
    signal: stopController.signal,
    logger,
    retryMs,
    reconcileMs,
  });
  const fileCollection = startFileCollection({ sweep, logger, signal: stopController.signal });

  const draftCleanup = dropUntouchedDrafts({ ...engines, now, logger, signal: stopController.signal });
  const draftNaming = updateOlderDraftNames({ ...context, signal: stopController.signal });
  const webhookDelivery = lanes.follow();
  const deliveryExpiry = startDeliveryExpiry({ ...engines, now, logger, signal: stopController.signal });
  const sessionSweep = sweepSessions({ ...engines, now, logger, signal: stopController.signal });

  return {
    done: logFollower,
    async stop(): Promise<void> {
      stopController.abort();
      await Promise.all([
        logFollower,
        fileCollection,
        draftCleanup,
        draftNaming,
        sessionSweep,
        webhookDelivery,
        deliveryExpiry,
        ...stopFunctions.map((stop) => stop()),
      ]);
      await Promise.all([pdf.close(), workbooks.close()]);
      outbound.close();
    },
  };
};

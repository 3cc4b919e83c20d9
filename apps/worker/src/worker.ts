import type { Logger } from 'pino';
import type { Engines } from '#engines';
import { followLog } from './follow-log.js';
import { notifyWitness } from './jobs/notify-witness.job.js';
import { renderPdfJob } from './jobs/render-pdf.job.js';
import type { MessageTransport } from './messages/message-transport.js';
import { openPdfThread } from './pdf/pdf-thread.js';
import { reactions } from './reactions.js';

export type WorkerOptions = { engines: Engines; messages: MessageTransport; logger: Logger; now?: () => Date };

/**
 * Reads the log, enqueues what it asks for, and carries it out: the only place of side effects.
 * `stop` lets running jobs finish.
 */
export const createWorker = ({ engines, messages, logger, now = () => new Date() }: WorkerOptions) => {
  const stopping = new AbortController();
  const pdf = openPdfThread();
  const context = { engines, now, logger };
  const stops = [
    engines.jobs.work('render-pdf', renderPdfJob({ ...context, pdf }), { concurrency: 2 }),
    engines.jobs.work('notify-witness', notifyWitness({ ...context, messages }), { concurrency: 4 }),
  ];
  const following = followLog({ eventStore: engines.eventStore, jobs: engines.jobs, reactions, now, signal: stopping.signal, logger }).catch((error: unknown) => {
    logger.error({ err: error }, 'the worker no longer follows the log');
    throw error;
  });
  // The caller learns of it through `done`; a rejection nobody awaits must not end the process first.
  following.catch(() => undefined);

  return {
    done: following,
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.allSettled([following, ...stops.map((stop) => stop())]);
      await pdf.close();
    },
  };
};

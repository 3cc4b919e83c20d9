import type { Logger } from 'pino';
import type { z } from 'zod';
import { JobReleased, PermanentFailure, type JobContext, type JobHandler } from '#engines';

type JobDefinition<Payload> = {
  payload: z.ZodType<Payload>;
  /** Does the work and records its result. It may run again after a crash at any point. */
  run(payload: Payload, context: JobContext): Promise<void>;
  /** Records that the request has failed for good, and why. */
  fail(payload: Payload, reason: string): Promise<unknown>;
  logger: Logger;
};

/**
 * A job whose request always gets a result: what `run` records or, once no further attempt is left, the failure.
 */
export const jobWithResult =
  <Payload extends { requestId: string }>({ payload: schema, run, fail, logger }: JobDefinition<Payload>): JobHandler =>
  async (input, context) => {
    const payload = schema.parse(input);
    if (context.abandoned) {
      logger.error({ job: context.id }, 'the worker of a job ended at every attempt');
      await fail(payload, 'The service ended while working on it.');
      return;
    }
    try {
      await run(payload, context);
    } catch (error) {
      if (error instanceof JobReleased) throw error;
      // After a lost lease another worker runs the job and records its result.
      const isFinal = (context.lastAttempt || error instanceof PermanentFailure) && !context.signal.aborted;
      if (isFinal) {
        logger.error({ err: error, job: context.id, attempt: context.attempt }, 'a job has failed permanently');
        await fail(payload, reasonOf(error));
      }
      throw error;
    }
  };

/**
 * The part of an error that is recorded and that clients may read: the message of a PermanentFailure, otherwise only
 * its code or class. Other messages contain paths and addresses; operators find them with the job.
 */
const reasonOf = (error: unknown): string => {
  if (error instanceof PermanentFailure) return error.message;
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  return [code, name].find((kind): kind is string => typeof kind === 'string') ?? 'Error';
};

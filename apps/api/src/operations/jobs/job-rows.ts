import { Inject, Injectable } from '@nestjs/common';
import type { JobRow } from '#contract';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import type { Engines, Job } from '#engines';
import { ENGINES } from '../../provided.js';
import { redactPersons } from './without-persons.js';

/** Jobs as they are shown: with the number of their consignment, and nothing that names a person. */
@Injectable()
export class JobRows {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async of(jobs: readonly Job[]): Promise<JobRow[]> {
    const consignments = await this.engines.views.getMany<ConsignmentRow>(consignmentList, [
      ...new Set(jobs.flatMap(({ subject }) => subject ?? [])),
    ]);
    const codes = new Map(consignments.map(({ id, consignCode }) => [id, consignCode]));
    return jobs.map(
      ({
        id,
        name,
        state,
        attempts,
        maxAttempts,
        progress,
        error,
        createdAt,
        runAt,
        startedAt,
        finishedAt,
        subject,
      }) => ({
        id,
        name,
        state,
        attempts,
        maxAttempts,
        progress,
        error: error === null ? null : redactPersons(error),
        createdAt,
        runAt,
        startedAt,
        finishedAt,
        consignmentId: subject,
        consignCode: codes.get(subject ?? '') ?? '',
        eventId: eventIdOf(id),
      }),
    );
  }
}

/** The id of a job is "<event id>.<job name>". */
const eventIdOf = (jobId: string): string => jobId.slice(0, Math.max(0, jobId.indexOf('.')));

import type { Type } from '@nestjs/common';
import { GetJob } from './get-job.js';
import { ListJobs } from './list-jobs.js';
import { JobOrders } from './order-jobs.js';

export const jobUseCases: Type[] = [ListJobs, GetJob, JobOrders];

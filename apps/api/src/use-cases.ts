import type { Type } from '@nestjs/common';
import { eventLogUseCases } from './operations/event-log/use-cases.js';
import { jobUseCases } from './operations/jobs/use-cases.js';
import { projectionUseCases } from './operations/projections/use-cases.js';

/** Every use case of the api: one controller a file, one method an operation of libs/contract. */
export const useCases: Type[] = [...projectionUseCases, ...eventLogUseCases, ...jobUseCases];

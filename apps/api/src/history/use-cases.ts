import type { Type } from '@nestjs/common';
import { GetHistory } from './get-history.js';
import { GetHistoryProof } from './get-history-proof.js';
import { GetHistoryRecord } from './get-history-record.js';
import { GetHistoryState } from './get-history-state.js';
import { ListPersonalReads } from './list-personal-reads.js';
import { ReadHistoryPersons } from './read-history-persons.js';

export const historyUseCases: Type[] = [
  GetHistory,
  GetHistoryState,
  GetHistoryRecord,
  GetHistoryProof,
  ReadHistoryPersons,
  ListPersonalReads,
];

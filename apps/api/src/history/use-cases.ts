import type { Type } from '@nestjs/common';
import { GetHistory } from './get-history.js';
import { GetHistoryProof } from './get-history-proof.js';
import { GetHistoryRecord } from './get-history-record.js';
import { GetHistoryState } from './get-history-state.js';

export const historyUseCases: Type[] = [GetHistory, GetHistoryState, GetHistoryRecord, GetHistoryProof];

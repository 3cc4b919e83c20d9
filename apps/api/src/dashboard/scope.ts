import type { Condition } from '#engines';
import { ConsignType } from '#events';
import type { Caller } from '../auth/caller.js';
import { listConditions } from '../consignments/list-query.js';

/** The consignments a caller's figures are counted over: those of the lists, of one kind or of all. */
export const dashboardConditions = (caller: Caller, consignType: ConsignType | undefined): Condition[] =>
  listConditions(caller, consignType === undefined ? [...ConsignType.values] : [consignType], {
    linkPerson: '',
    projectId: undefined,
    commitFrom: undefined,
    commitTo: undefined,
  });

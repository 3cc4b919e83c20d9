import type { Condition } from '#engines';
import { ConsignType } from '#events';
import type { Caller } from '../auth/caller.js';
import { conditionsOf } from '../consignments/list-query.js';

/** The consignments a caller's figures are counted over: those of the lists, of one kind or of all. */
export const scopeOf = (caller: Caller, consignType: ConsignType | undefined): Condition[] =>
  conditionsOf(caller, consignType === undefined ? [...ConsignType.values] : [consignType], {
    linkPerson: '',
    projectId: undefined,
    commitFrom: undefined,
    commitTo: undefined,
  });

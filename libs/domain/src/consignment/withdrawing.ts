import type { ConsignmentEvent } from '#events';
import { refuseIf } from '../rules/rule-broken.js';
import type { CommandOf } from './commands.js';
import { gate } from './gate.js';
import { remarkProblem } from './remark.js';
import type { OpenConsignment } from './state.js';
import { statusAfter } from './transitions.js';

export const cancel = ({ by, description }: CommandOf<'Cancel'>, state: OpenConsignment): ConsignmentEvent[] => {
  refuseIf(gate('cancel', state, by));
  refuseIf(remarkProblem(description));
  return [
    { type: 'ConsignmentCancelled', data: { toStatus: statusAfter('cancel', state.consignStatus), description } },
  ];
};

export const reopen = ({ by }: CommandOf<'Reopen'>, state: OpenConsignment): ConsignmentEvent[] => {
  refuseIf(gate('reedit', state, by));
  return [{ type: 'ConsignmentReopened', data: { toStatus: statusAfter('reedit', state.consignStatus) } }];
};

export const remove = ({ by, description }: CommandOf<'Delete'>, state: OpenConsignment): ConsignmentEvent[] => {
  refuseIf(gate('delete', state, by));
  refuseIf(remarkProblem(description));
  return [{ type: 'ConsignmentDeleted', data: { description } }];
};

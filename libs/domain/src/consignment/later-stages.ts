import type { ConsignmentEvent } from '#events';
import { problem, refuseIf, type Problem } from '../rules/rule-broken.js';
import type { CommandOf } from './commands.js';
import { gate } from './gate.js';
import { LIMITS, lengthOf } from './limits.js';
import { remarkProblem } from './remark.js';
import { signatureRequest } from './signature-entries.js';
import type { OpenConsignment } from './state.js';

/** Yuan with at most two decimals. */
const FEE = /^\d{1,9}(\.\d{1,2})?$/;
const feeProblem = (fee: string): Problem | null => (FEE.test(fee) ? null : problem('FEE_INVALID', {}, 'actFee'));

/** 70 or 80 (CL-031). Entering 80 asks for the signatures that are missing, where the unit signs. */
export const enterLaterStage = (command: CommandOf<'EnterLaterStage'>, state: OpenConsignment): ConsignmentEvent[] => {
  const { by, toStatus, description, actFee, settings, signatureIds } = command;
  refuseIf(gate('enterLaterStage', state, by));
  refuseIf(remarkProblem(description));
  refuseIf(actFee === null ? null : feeProblem(actFee));
  if (toStatus === state.consignStatus && (actFee === null || actFee === state.actFee)) return [];
  return [
    { type: 'LaterStageEntered', data: { toStatus, description, actFee } },
    ...(toStatus === 80 ? signatureRequest(state, settings, signatureIds) : []),
  ];
};

export const setActualFee = ({ by, actFee }: CommandOf<'SetActualFee'>, state: OpenConsignment): ConsignmentEvent[] => {
  refuseIf(gate('setActualFee', state, by));
  refuseIf(feeProblem(actFee));
  return actFee === state.actFee ? [] : [{ type: 'ActualFeeSet', data: { actFee } }];
};

export const setBill = ({ by, billFile }: CommandOf<'SetBill'>, state: OpenConsignment): ConsignmentEvent[] => {
  refuseIf(gate('setBill', state, by));
  refuseIf(billFile.trim() === '' ? problem('REASON_REQUIRED', {}, 'billFile') : null);
  refuseIf(lengthOf(billFile) > LIMITS.longText ? problem('TEXT_TOO_LONG', { max: LIMITS.longText }, 'billFile') : null);
  return billFile === state.billFile ? [] : [{ type: 'BillGenerated', data: { billFile } }];
};

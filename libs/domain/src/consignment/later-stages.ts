import type { ConsignmentEvent } from '#events';
import { refuseIf } from '../rules/rule-broken.js';
import { actualFee } from './actual-fee.js';
import type { CommandOf } from './commands.js';
import { gate } from './gate.js';
import { reasonProblem, remarkProblem } from './remark.js';
import { signatureRequest } from './signature-entries.js';
import type { OpenConsignment } from './state.js';

/**
 * 70 or 80 (CL-031), or back to 60 where it was entered by mistake. 70 needs a reason: it tells the client what to correct.
 * Entering 80 asks for the signatures that are missing, where the unit signs.
 */
export const enterLaterStage = (command: CommandOf<'EnterLaterStage'>, state: OpenConsignment): ConsignmentEvent[] => {
  const { by, toStatus, description, settings, signatureIds, pushed } = command;
  refuseIf(gate('enterLaterStage', state, by));
  refuseIf(toStatus === 70 ? reasonProblem(description) : remarkProblem(description));
  const actFee = command.actFee === null ? null : actualFee(command.actFee);
  if (toStatus === state.consignStatus && (actFee === null || actFee === state.actFee)) return [];
  return [
    { type: 'LaterStageEntered', data: { toStatus, description, actFee, ...(pushed && { pushed }) } },
    ...(toStatus === 80 ? signatureRequest(state, settings, signatureIds) : []),
  ];
};

export const setActualFee = (command: CommandOf<'SetActualFee'>, state: OpenConsignment): ConsignmentEvent[] => {
  refuseIf(gate('setActualFee', state, command.by));
  const actFee = actualFee(command.actFee);
  return actFee === state.actFee ? [] : [{ type: 'ActualFeeSet', data: { actFee } }];
};

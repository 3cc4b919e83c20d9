import type { Actor, ConsignmentEvent } from '#events';
import { problem, refuseIf, type Problem } from '../rules/rule-broken.js';
import type { CommandOf } from './commands.js';
import { gate } from './gate.js';
import { reasonProblem, remarkProblem } from './remark.js';
import type { OpenConsignment } from './state.js';
import { statusAfter } from './transitions.js';
import type { UnitSettings } from './unit-settings.js';

/** A unit may have switched confirmation of receipt off; then neither confirming nor returning is offered (CF-022). */
export const receivingProblem = (
  action: 'confirm' | 'return',
  state: OpenConsignment,
  by: Actor,
  settings: UnitSettings,
): Problem | null =>
  gate(action, state, by) ?? (settings.IsConsignSampleNeedConfirm ? null : problem('CONFIRMATION_SWITCHED_OFF'));

export const confirmSample = (
  { by, remark, limsConsignId, settings, pushed }: CommandOf<'ConfirmSample'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(receivingProblem('confirm', state, by, settings));
  refuseIf(remarkProblem(remark));
  const toStatus = statusAfter('confirm', state.consignStatus);
  return [{ type: 'SampleConfirmed', data: { toStatus, remark, limsConsignId, ...(pushed && { pushed }) } }];
};

export const returnSample = (
  { by, remark, settings, pushed }: CommandOf<'ReturnSample'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(receivingProblem('return', state, by, settings));
  refuseIf(reasonProblem(remark));
  const toStatus = statusAfter('return', state.consignStatus);
  return [{ type: 'SampleReturned', data: { toStatus, remark, ...(pushed && { pushed }) } }];
};

import type { Actor, ConsignmentEvent } from '#events';
import { problem, refuseIf, type Problem } from '../rules/rule-broken.js';
import type { CommandOf } from './commands.js';
import { gate } from './gate.js';
import { reasonProblem, remarkProblem } from './remark.js';
import { awaitsParameters, sampleNames } from './sample-flags.js';
import type { OpenConsignment } from './state.js';
import { statusAfter } from './transitions.js';

/** Parameters left to the laboratory must be completed first (VA-014). Rejecting needs no such thing. */
export const passProblem = (state: OpenConsignment, by: Actor): Problem | null => {
  const blocked = gate('pass', state, by);
  const unconfirmed = state.samples.filter(awaitsParameters);
  return (
    blocked ??
    (unconfirmed.length === 0 ? null : problem('PARAMETERS_UNCONFIRMED', { samples: sampleNames(unconfirmed) }))
  );
};

export const passAudit = (
  { by, remark, limsConsignId, pushed }: CommandOf<'PassAudit'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(passProblem(state, by));
  refuseIf(remarkProblem(remark));
  const toStatus = statusAfter('pass', state.consignStatus);
  return [{ type: 'AuditPassed', data: { toStatus, remark, limsConsignId, ...(pushed && { pushed }) } }];
};

/** Longest id of a laboratory's system; a longer one is not kept. */
const MAX_LAB_ID = 100;

/** The id under which the laboratory's system keeps the consignment (EM-007); the newest one told holds. */
export const setLabConsignmentId = (
  { limsConsignId }: CommandOf<'SetLabConsignmentId'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  const id = limsConsignId.trim();
  return id === '' || id.length > MAX_LAB_ID || id === state.limsConsignId
    ? []
    : [{ type: 'LabConsignmentIdSet', data: { limsConsignId: id } }];
};

export const rejectAudit = (
  { by, remark, pushed }: CommandOf<'RejectAudit'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(gate('reject', state, by));
  refuseIf(reasonProblem(remark));
  const toStatus = statusAfter('reject', state.consignStatus);
  return [{ type: 'AuditRejected', data: { toStatus, remark, ...(pushed && { pushed }) } }];
};

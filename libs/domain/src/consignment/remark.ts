import { problem, type Problem } from '../rules/rule-broken.js';
import { lengthOf, LIMITS } from './limits.js';
import { isBlank } from '../text/text.js';

/** A remark may be left empty, but not be longer than the dialog allows (K-005). */
export const remarkProblem = (remark: string): Problem | null =>
  lengthOf(remark) > LIMITS.remark ? problem('REMARK_TOO_LONG', { max: LIMITS.remark }, 'remark') : null;

/** Rejecting and returning need a reason (CL-004). */
export const reasonProblem = (reason: string): Problem | null =>
  isBlank(reason) ? problem('REASON_REQUIRED', {}, 'remark') : remarkProblem(reason);

import type { TestingUnit } from '#events';
import { isBlank } from '../text/text.js';

/** Whether a testing unit has a laboratory system of its own: its type and its address, both (002 UN-020). */
export const isIntegrated = ({ lmisType, lmisurl }: Pick<TestingUnit, 'lmisType' | 'lmisurl'>): boolean =>
  lmisType > 0 && !isBlank(lmisurl);

import type { getTestUnitInfoByConsignPlatURL, ResultOf } from '#contract';
import { textOf } from '../i18n/texts.js';
import { createStore } from './store.js';
import { texts } from './texts.js';

export type TestUnitInfo = NonNullable<ResultOf<typeof getTestUnitInfoByConsignPlatURL>>;

/** What the console knows about the testing unit of this web origin (002 UN-003). */
export type UnitState = Pick<
  TestUnitInfo,
  'lmisType' | 'lmisurl' | 'iLISReportProgressQueryURL' | 'lmisIntegratedCode'
> & { testUnitInfo: TestUnitInfo };

export const unitState = createStore<UnitState | null>(null);

/** Stores the response of the look-up of the unit. Rejects if there is no unit; the previous state stays. */
export const saveUnitState = async (unit: TestUnitInfo | null): Promise<UnitState> => {
  if (!unit) throw new Error(textOf(texts, 'noUnit'));
  const { lmisType, lmisurl, iLISReportProgressQueryURL, lmisIntegratedCode } = unit;
  const state = { lmisType, lmisurl, iLISReportProgressQueryURL, lmisIntegratedCode, testUnitInfo: unit };
  unitState.set(state);
  return state;
};

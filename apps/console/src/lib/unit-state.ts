import type { getTestUnitInfoByConsignPlatURL, ResultOf } from '#contract';
import { textOf } from '../i18n/texts.js';
import { createStore } from './store.js';
import { texts } from './texts.js';

export type TestUnitInfo = NonNullable<ResultOf<typeof getTestUnitInfoByConsignPlatURL>>;

/** What the console knows of the testing unit behind this web origin (002 UN-003). */
export type UnitState = Pick<
  TestUnitInfo,
  'lmisType' | 'lmisurl' | 'iLISReportProgressQueryURL' | 'lmisIntegratedCode'
> & { testUnitInfo: TestUnitInfo };

export const unitState = createStore<UnitState | null>(null);

/** Keeps what the look-up of the unit answered. Rejects where there is no unit; what was known stays. */
export const saveUnitState = async (unit: TestUnitInfo | null): Promise<UnitState> => {
  if (!unit) throw new Error(textOf(texts, 'noUnit'));
  const { lmisType, lmisurl, iLISReportProgressQueryURL, lmisIntegratedCode } = unit;
  const state = { lmisType, lmisurl, iLISReportProgressQueryURL, lmisIntegratedCode, testUnitInfo: unit };
  unitState.set(state);
  return state;
};

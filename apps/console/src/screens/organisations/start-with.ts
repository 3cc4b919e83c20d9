import { changeTestingUnit, getConsingInfo } from '#contract';
import { sameId } from '#domain/rules';
import { startConsignment } from '../../consignment/verbs.js';
import { logHandledFailure } from '../../lib/failures.js';
import { callOperation } from '../../lib/http.js';

/**
 * Starts a consignment and takes this testing unit for it. Undefined: it was not started, an alert has said why. `isChosen` false:
 * it stands, but with the unit it would have had anyway.
 */
export const startWith = async (testUnitId: string): Promise<{ id: string; isChosen: boolean } | undefined> => {
  const id = await startConsignment();
  if (!id) return undefined;
  try {
    const { revision, testUnitId: proposed } = await callOperation(getConsingInfo, { query: { id } });
    if (!sameId(proposed, testUnitId))
      await callOperation(changeTestingUnit, { query: { id }, body: { testUnitId }, ifMatch: revision });
    return { id, isChosen: true };
  } catch (error) {
    logHandledFailure(error);
    return { id, isChosen: false };
  }
};

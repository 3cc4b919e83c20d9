import type { UserInfo } from '#contract';
import { isTestingUnit } from '../../lib/session.js';

/** The list a user came from: the incoming samples of a testing unit, or the client's list of that kind. */
export const listPathOf = (consignType: number, user: Pick<UserInfo, 'roles'>): string => {
  if (isTestingUnit(user)) return '/BusinessManagement/preManagement';
  return consignType === 1 ? '/onlineConsign/rawMateriaConsignInfo' : consignType === 3 ? '/onlineConsign/payCompletionPreConsignInfo' : '/onlineConsign/sitePreConsignInfo';
};

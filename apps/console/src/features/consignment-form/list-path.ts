import type { UserInfo } from '#contract';
import { INCOMING_LIST, RAW_LIST } from '../../consignment/places.js';
import { isTestingUnit } from '../../lib/session.js';

const ON_SITE_LIST = '/onlineConsign/sitePreConsignInfo';
const HANDOVER_LIST = '/onlineConsign/payCompletionPreConsignInfo';

/** The list a user came from: the incoming samples of a testing unit, or the client's list of that kind. */
export const listPathOf = (consignType: number, user: Pick<UserInfo, 'roles'>): string => {
  if (isTestingUnit(user)) return INCOMING_LIST;
  return consignType === 1 ? RAW_LIST : consignType === 3 ? HANDOVER_LIST : ON_SITE_LIST;
};

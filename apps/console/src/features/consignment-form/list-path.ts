import type { UserInfo } from '#contract';
import { INCOMING_LIST, listPlace } from '../../consignment/places.js';
import { isTestingUnit } from '../../lib/session.js';

/** The list a user came from: the incoming samples of a testing unit, or the client's list of that kind. */
export const listPathOf = (consignType: number, user: Pick<UserInfo, 'roles'>): string =>
  isTestingUnit(user) ? INCOMING_LIST : listPlace(consignType);

import type { UserInfo } from '#contract';
import { notificationSubject, notificationText } from '#domain';
import type { Occasion } from '#events';
import { auditPlace, formPlace, historyPlace } from '../../consignment/places.js';
import { language } from '../../i18n/language.js';
import { isClient, isTestingUnit } from '../../lib/session.js';

export const subjectOf = ({ kind }: Pick<Occasion, 'kind'>): string => notificationSubject(kind)[language()];
export const sentenceOf = (occasion: Occasion): string => notificationText(occasion.kind, occasion)[language()];

/** Where the reader sees what it is about: the report, else the consignment as this role opens it. */
export const placeOf = (
  { kind, consignmentId, consignType, consignCode }: Occasion,
  user: Pick<UserInfo, 'roles'>,
): string => {
  if (isClient(user))
    return kind === 'reportReady'
      ? `/TestingOrgSearch/reportSchedule?q=${encodeURIComponent(consignCode)}`
      : formPlace(consignmentId, consignType);
  return isTestingUnit(user) ? auditPlace(consignmentId, consignType) : historyPlace(consignmentId);
};

import type { UserInfo } from '#contract';
import { notificationSubject, notificationText } from '#domain';
import { ROLE, type Occasion } from '#events';
import { auditPlace, formPlace, historyPlace } from '../../consignment/places.js';
import { language } from '../../i18n/language.js';
import { LAB_SYSTEM } from '../../lib/integration-places.js';
import { hasRole, isClient, isTestingUnit } from '../../lib/session.js';
import { unitManagerPlace } from '../../lib/unit-places.js';

export const subjectOf = ({ kind }: Pick<Occasion, 'kind'>): string => notificationSubject(kind)[language()];
export const sentenceOf = (occasion: Occasion): string => notificationText(occasion.kind, occasion)[language()];

/** Where the reader sees what it is about: the unit that waits, the report, else the consignment as this role opens it. */
export const placeOf = (
  { kind, consignmentId, consignType, consignCode, testUnitId, testUnitName, consignUnitName }: Occasion,
  user: Pick<UserInfo, 'roles'>,
): string => {
  if (kind === 'endpointDisabled') return LAB_SYSTEM;
  if (consignType === null)
    return hasRole(user, ROLE.admin)
      ? testUnitId === ''
        ? unitManagerPlace(2, { keyword: consignUnitName })
        : unitManagerPlace(1, { keyword: testUnitName })
      : '/dashboard';
  if (isClient(user))
    return kind === 'reportReady'
      ? `/TestingOrgSearch/reportSchedule?q=${encodeURIComponent(consignCode)}`
      : formPlace(consignmentId, consignType);
  return isTestingUnit(user) ? auditPlace(consignmentId, consignType) : historyPlace(consignmentId);
};

import {
  decode,
  idOfStream,
  type TestingUnit,
  type TestingUnitEvent,
  testingUnitEvents,
  type TestingUnitProfile,
} from '#events';
import { type AuditTrail, updateAuditTrail, createAuditTrail } from '../changes/changes.js';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { isJsonEqual } from '../rules/equality.js';
import { problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { containsFolded, isBlank } from '../text/text.js';
import {
  type WithOpening,
  withRegistrationState,
  deactivateUnit,
  testingUnitProblems,
  unitReasonProblems,
  ensureSingleMainAddress,
  removeOpening,
} from './unit-profile.js';

export type TestingUnitCommand =
  | { type: 'RegisterTestingUnit'; unit: TestingUnit }
  | { type: 'ChangeTestingUnit'; unit: TestingUnitProfile; reason?: string }
  | { type: 'ActivateTestingUnit' }
  | { type: 'DeactivateTestingUnit'; reason: string }
  | { type: 'DeleteTestingUnit'; reason: string };

/** The profile without `isActive` and `opening`, which have events of their own. */
export const testingUnitProfileOf = ({
  isActive: _,
  opening: __,
  ...profile
}: WithOpening<TestingUnit>): TestingUnitProfile => profile;

const decide = (command: TestingUnitCommand, state: WithOpening<TestingUnit> | null): TestingUnitEvent[] => {
  if (command.type === 'RegisterTestingUnit') {
    refuseIf(state && problem('RECORD_EXISTS'));
    refuseIf(testingUnitProblems(command.unit));
    return [
      {
        type: 'TestingUnitRegistered',
        data: { unit: { ...command.unit, addresses: ensureSingleMainAddress(command.unit.addresses) } },
      },
    ];
  }
  if (!state) throw new RuleBroken(problem('NO_SUCH_UNIT'));
  switch (command.type) {
    case 'ChangeTestingUnit': {
      refuseIf(command.unit.unitNo === state.unitNo ? null : problem('UNIT_NO_FIXED', {}, 'unitNo'));
      refuseIf(testingUnitProblems(command.unit));
      const unit = { ...command.unit, addresses: ensureSingleMainAddress(command.unit.addresses, state.addresses) };
      if (isJsonEqual(unit, testingUnitProfileOf(state))) return [];
      const reason = command.reason?.trim() ?? '';
      refuseIf(unitReasonProblems(reason));
      return [{ type: 'TestingUnitProfileChanged', data: { unit, ...(reason === '' ? {} : { reason }) } }];
    }
    case 'ActivateTestingUnit':
      return state.isActive ? [] : [{ type: 'TestingUnitActivated', data: {} }];
    case 'DeactivateTestingUnit':
      refuseIf(unitReasonProblems(command.reason));
      return state.isActive || state.opening?.state === 'waiting'
        ? [{ type: 'TestingUnitDeactivated', data: { reason: command.reason.trim() } }]
        : [];
    case 'DeleteTestingUnit':
      refuseIf(unitReasonProblems(command.reason));
      return [{ type: 'TestingUnitDeleted', data: { reason: command.reason.trim() } }];
  }
};

const evolve = (state: WithOpening<TestingUnit> | null, event: TestingUnitEvent): WithOpening<TestingUnit> | null => {
  if (event.type === 'TestingUnitRegistered') return withRegistrationState(event.data.unit, event.data.unit.isActive);
  if (!state) return null;
  switch (event.type) {
    case 'TestingUnitProfileChanged':
      return {
        ...event.data.unit,
        isActive: state.isActive,
        ...(state.opening ? { opening: state.opening } : {}),
      };
    case 'TestingUnitDeactivated':
      return deactivateUnit({ ...state, isActive: false }, event.data.reason);
    case 'TestingUnitActivated':
      return { ...removeOpening(state), isActive: true };
    case 'TestingUnitDeleted':
      return null;
  }
};

/**
 * Stream testingUnit-<id>. The state is null before the unit is registered and after it is deleted. Saving without a
 * change records no event. Deactivating a unit that waits to be opened refuses its registration.
 * @throws RuleBroken RECORD_EXISTS, NO_SUCH_UNIT, UNIT_NO_FIXED, TEXT_TOO_LONG, and the problems that
 * testingUnitProblems finds (002 UN-004, UN-005).
 */
export const testingUnit: Aggregate<typeof testingUnitEvents, TestingUnitCommand, WithOpening<TestingUnit> | null> = {
  category: 'testingUnit',
  events: testingUnitEvents,
  decider: { initialState: null, decide, evolve },
};

export type TestingUnitRow = WithOpening<TestingUnit> & AuditTrail & { id: string };

export const testingUnits: Projection<TestingUnitRow> = {
  name: 'testingUnits',
  version: 5,
  types: Object.keys(testingUnitEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, event, id) {
    const { type, data } = decode(testingUnitEvents, event);
    switch (type) {
      case 'TestingUnitRegistered':
        return withRegistrationState({ ...data.unit, id, ...createAuditTrail(event) }, data.unit.isActive);
      case 'TestingUnitProfileChanged':
        return row && { ...row, ...data.unit, ...updateAuditTrail(event) };
      case 'TestingUnitDeactivated':
        return row && deactivateUnit({ ...row, isActive: false, ...updateAuditTrail(event) }, data.reason);
      case 'TestingUnitActivated':
        return row && { ...removeOpening(row), isActive: true, ...updateAuditTrail(event) };
      case 'TestingUnitDeleted':
        return null;
    }
  },
  view: {
    columns: {
      unitNo: { type: 'text', of: (row) => row.unitNo },
      testUnitName: { type: 'text', of: (row) => row.testUnitName },
      sheng: { type: 'text', of: (row) => row.sheng },
      shi: { type: 'text', of: (row) => row.shi },
      isActive: { type: 'integer', of: (row) => Number(row.isActive) },
      opening: { type: 'text', of: (row) => row.opening?.state ?? null },
    },
    search: (row) => `${row.testUnitName}\n${row.shortName}\n${row.unitNo}`,
    indexes: [['unitNo'], ['opening', 'unitNo']],
  },
};

/** Names of a unit's qualifications, in their order, joined by 、. */
export const qualificationNameOf = ({ qualifications }: Pick<TestingUnit, 'qualifications'>): string =>
  qualifications
    .toSorted((left, right) => left.orderIndex - right.orderIndex)
    .map(({ name }) => name)
    .join('、');

export type TestingUnitFilter = {
  nameKey: string;
  sheng: string;
  shi: string;
  qualificationName: string;
  qualificationSort: string;
};

/**
 * Active units that match every given filter; an empty filter matches all. The rows are filtered in memory, because a
 * unit has several qualifications, which do not fit one column, and there are a few hundred units at most. Sorted by
 * unit number, or by qualification if qualificationSort is "asc" or "desc" (API-031).
 */
export const testingUnitsMatching = (
  rows: readonly TestingUnitRow[],
  { nameKey, sheng, shi, qualificationName, qualificationSort }: TestingUnitFilter,
): TestingUnitRow[] => {
  const matches = rows.filter(
    (row) =>
      row.isActive &&
      containsFolded(row.testUnitName, nameKey) &&
      (sheng === '' || row.sheng === sheng) &&
      (shi === '' || row.shi === shi) &&
      (isBlank(qualificationName) || row.qualifications.some(({ name }) => containsFolded(name, qualificationName))),
  );
  const byNumber = matches.toSorted((left, right) => left.unitNo.localeCompare(right.unitNo));
  if (qualificationSort !== 'asc' && qualificationSort !== 'desc') return byNumber;
  const sign = qualificationSort === 'asc' ? 1 : -1;
  return byNumber.toSorted(
    (left, right) => sign * qualificationNameOf(left).localeCompare(qualificationNameOf(right), 'zh'),
  );
};

/** The unit whose branding is shown at a web origin; null for an unknown origin (API-002). */
export const testingUnitAtOrigin = (rows: readonly TestingUnitRow[], url: string): TestingUnitRow | null =>
  rows.find(({ origins }) => isAmong(origins, url)) ?? null;

/**
 * Whether a page at this origin shows the customer-service widget of its unit (000 EM-008). It is off unless the unit
 * lists the origin.
 */
export const showsServiceWidget = (
  { serviceOrigins = [] }: Pick<TestingUnitRow, 'serviceOrigins'>,
  url: string,
): boolean => isAmong(serviceOrigins, url);

const isAmong = (origins: readonly string[], url: string): boolean => {
  const origin = /^https?:\/\/[^/?#]+/i.exec(url.trim())?.[0].toLowerCase();
  return origin !== undefined && origins.some((each) => each.toLowerCase() === origin);
};

/** The address for samples as one line: region and street. */
export const deliveryAddressOf = (address: { addressText: string; addressDetail: string }): string =>
  `${address.addressText}${address.addressDetail}`;

/** Whether a testing unit has its own laboratory system: both type and address are set (002 UN-020). */
export const isIntegrated = ({ lmisType, lmisurl }: Pick<TestingUnit, 'lmisType' | 'lmisurl'>): boolean =>
  lmisType > 0 && !isBlank(lmisurl);

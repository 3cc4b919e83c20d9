import { decode, idOfStream, type TestingUnit, testingUnitEvents } from '#events';
import { type AuditTrail, trailAfter, trailFrom } from '../changes/audit-trail.js';
import type { Projection } from '../projection.js';
import { type Opened, registeredAs, switchedOff, withoutOpening } from './opening.js';
import { containsFolded, isBlank } from '../text/text.js';

export type TestingUnitRow = Opened<TestingUnit> & AuditTrail & { id: string };

export const testingUnits: Projection<TestingUnitRow> = {
  name: 'testingUnits',
  version: 4,
  types: Object.keys(testingUnitEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, event, id) {
    const { type, data } = decode(testingUnitEvents, event);
    switch (type) {
      case 'TestingUnitRegistered':
        return registeredAs({ ...data.unit, id, ...trailFrom(event) }, data.unit.isActive);
      case 'TestingUnitProfileChanged':
        return row && { ...row, ...data.unit, ...trailAfter(event) };
      case 'TestingUnitDeactivated':
        return row && switchedOff({ ...row, isActive: false, ...trailAfter(event) }, data.reason);
      case 'TestingUnitActivated':
        return row && { ...withoutOpening(row), isActive: true, ...trailAfter(event) };
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

/** Names of a unit's qualifications as one text, in their order. */
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
 * Active units that match every filter given; an empty filter matches all. A unit holds several qualifications, which no
 * single column tells, and there are a few hundred units at most: so this filters rows, not the view. By unit number, or
 * by qualification with qualificationSort "asc" or "desc" (API-031).
 */
export const testingUnitsMatching = (
  rows: readonly TestingUnitRow[],
  { nameKey, sheng, shi, qualificationName, qualificationSort }: TestingUnitFilter,
): TestingUnitRow[] => {
  const found = rows.filter(
    (row) =>
      row.isActive &&
      containsFolded(row.testUnitName, nameKey) &&
      (sheng === '' || row.sheng === sheng) &&
      (shi === '' || row.shi === shi) &&
      (isBlank(qualificationName) || row.qualifications.some(({ name }) => containsFolded(name, qualificationName))),
  );
  const byNumber = found.toSorted((left, right) => left.unitNo.localeCompare(right.unitNo));
  if (qualificationSort !== 'asc' && qualificationSort !== 'desc') return byNumber;
  const sign = qualificationSort === 'asc' ? 1 : -1;
  return byNumber.toSorted(
    (left, right) => sign * qualificationNameOf(left).localeCompare(qualificationNameOf(right), 'zh'),
  );
};

/** The unit whose branding a web origin shows, null for an unknown one (API-002). */
export const testingUnitAtOrigin = (rows: readonly TestingUnitRow[], url: string): TestingUnitRow | null => {
  const origin = /^https?:\/\/[^/?#]+/i.exec(url.trim())?.[0].toLowerCase();
  return rows.find((row) => origin !== undefined && row.origins.some((each) => each.toLowerCase() === origin)) ?? null;
};

/** Where samples are sent, as one line: region and street. */
export const deliveryAddressOf = (address: { addressText: string; addressDetail: string }): string =>
  `${address.addressText}${address.addressDetail}`;

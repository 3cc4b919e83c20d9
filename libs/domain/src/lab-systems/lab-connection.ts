import type { TestingUnit } from '#events';
import { isIntegrated } from '../units/testing-unit.js';

/** Base URL of a testing unit's laboratory system, and the unit code used in calls to it. */
export type LabConnection = { base: string; code: string };

/**
 * Success codes of the pre-consignment service: `read` for queries, `stored` for calls that record something (002
 * section 8).
 */
export const LAB_SUCCESS = { read: 20000, stored: 21000 } as const;

/** The connection to the system of a testing unit; null if it has none (002 UN-020). */
export const labConnectionOf = (
  unit: Pick<TestingUnit, 'lmisType' | 'lmisurl' | 'lmisIntegratedCode' | 'unitNo'>,
): LabConnection | null =>
  isIntegrated(unit) ? { base: unit.lmisurl.trim(), code: unit.lmisIntegratedCode.trim() || unit.unitNo } : null;

/** Value of the header Unit-Code in calls to a laboratory: the code up to the first underscore (001 section 7). */
export const unitCodeHeader = ({ code }: LabConnection): string => code.split('_')[0] ?? '';

export type LabQuery = Record<string, string | number | boolean | undefined>;

/**
 * URL of a call below `{base}/api/`. A member with an empty value is written as its name only (002 PRE-005); an
 * undefined one is omitted.
 */
export const labAddress = ({ base }: LabConnection, path: string, query: LabQuery = {}): string => {
  const members = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const encodedName = encodeURIComponent(name);
    return [value === '' ? encodedName : `${encodedName}=${encodeURIComponent(String(value))}`];
  });
  return `${base.replace(/\/+$/, '')}/api/${path}${members.length > 0 ? `?${members.join('&')}` : ''}`;
};

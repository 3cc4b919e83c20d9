import type { TestingUnit } from '#events';
import { isIntegrated } from '../units/testing-unit.js';

/** Where the laboratory system of a testing unit is, and as which unit it is asked. */
export type LabConnection = { base: string; code: string };

/** Success of a call of the pre-consignment service; recording something answers the second (002 section 8). */
export const LAB_SUCCESS = { read: 20000, kept: 21000 } as const;

/** The system of a testing unit, or null if it has none (002 UN-020). */
export const labConnectionOf = (
  unit: Pick<TestingUnit, 'lmisType' | 'lmisurl' | 'lmisIntegratedCode' | 'unitNo'>,
): LabConnection | null =>
  isIntegrated(unit) ? { base: unit.lmisurl.trim(), code: unit.lmisIntegratedCode.trim() || unit.unitNo } : null;

/** The header Unit-Code of calls to a laboratory: its code up to the first underscore (001 section 7). */
export const unitCodeHeader = ({ code }: LabConnection): string => code.split('_')[0] ?? '';

export type LabQuery = Record<string, string | number | boolean | undefined>;

/**
 * URL of a call below `{base}/api/`. A member without a value has its name only (002 PRE-005), an undefined one is left
 * out.
 */
export const labAddress = ({ base }: LabConnection, path: string, query: LabQuery = {}): string => {
  const members = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const spelled = encodeURIComponent(name);
    return [value === '' ? spelled : `${spelled}=${encodeURIComponent(String(value))}`];
  });
  return `${base.replace(/\/+$/, '')}/api/${path}${members.length > 0 ? `?${members.join('&')}` : ''}`;
};

import type { ConsignmentView, SampleView } from '#contract';
import { witnessesFromText } from '#domain/consignment';
import { isExpired } from '#domain/sample';
import { SEND_SAMPLE_TYPE, type StandardLink } from '#events';
import { listSeparator } from '../../i18n/language.js';
import { chinaDay } from '../../lib/china-time.js';

export const CHECKS = ['qualification', 'parameters', 'basis', 'standards', 'mail', 'witness'] as const;
export type CheckName = (typeof CHECKS)[number];

/** What the system checks for the auditor. `block` keeps the audit from passing; `warn` is a reminder. */
export type CheckFinding = {
  kind: 'block' | 'warn';
  check: CheckName | 'unconfirmed';
  /** Names or codes of the affected objects. */
  about: string;
  /** Sample to complete first. */
  sampleId?: string;
};

/** A raw material whose own sample was left to the laboratory, which has not completed it yet. */
export const hasIncompleteMaterial = ({
  buSampleInfoRefSampleInfo: rows,
}: Pick<SampleView, 'buSampleInfoRefSampleInfo'>): boolean =>
  rows.some(({ isTestUnitConfirmTestParam, testParams }) => isTestUnitConfirmTestParam && testParams === '');

/**
 * The standards by which a parameter is tested and evaluated: its own, and in simple input, which has one list for the
 * whole sample, those of the sample.
 */
export const standardsOfParameter = (
  { buSampleUseBaseStandard: sampleLinks }: Pick<SampleView, 'buSampleUseBaseStandard'>,
  { buSampleParamUseBaseStandard: links }: Pick<SampleView['tuSampleParamIds'][number], 'buSampleParamUseBaseStandard'>,
): StandardLink[] => [...links, ...sampleLinks];

/** Findings and the checks that passed. A standard is expired if its expiry date is before today in China (001 §9). */
export const runAutomaticChecks = (
  view: ConsignmentView,
  samples: readonly SampleView[],
  now: Date,
): { findings: CheckFinding[]; passed: CheckName[] } => {
  const findings: CheckFinding[] = [];
  const open = view.samples.filter(
    (sample) =>
      (sample.isTestUnitConfirmTestParam && !sample.isInputedTestParam) ||
      samples.some((detail) => detail.id === sample.id && hasIncompleteMaterial(detail)),
  );
  const empty = view.samples.filter((sample) => !sample.isTestUnitConfirmTestParam && !sample.isInputedTestParam);
  const names = (rows: readonly { testUnitSampleName: string }[]): string =>
    rows.map((row) => row.testUnitSampleName).join(listSeparator());
  for (const sample of open)
    findings.push({ kind: 'block', check: 'unconfirmed', about: sample.testUnitSampleName, sampleId: sample.id });
  if (empty.length > 0) findings.push({ kind: 'warn', check: 'parameters', about: names(empty) });
  if (!view.tuqualificationName) findings.push({ kind: 'warn', check: 'qualification', about: '' });

  const parameters = samples.flatMap((sample) =>
    sample.tuSampleParamIds.map((row) => ({
      name: row.tuTestParamName,
      standards: standardsOfParameter(sample, row),
    })),
  );
  const withoutBasis = parameters.filter(
    ({ standards }) => !standards.some(({ useType }) => useType === '1' || useType === '3'),
  );
  if (withoutBasis.length > 0)
    findings.push({
      kind: 'warn',
      check: 'basis',
      about: [...new Set(withoutBasis.map(({ name }) => name))].join(listSeparator()),
    });
  const expired = [
    ...parameters.flatMap(({ standards }) => standards),
    ...samples.flatMap((sample) => sample.buSampleUseBaseStandard),
  ].filter(({ useType, expireDate }) => useType !== '' && isExpired(expireDate, chinaDay(now)));
  if (expired.length > 0)
    findings.push({
      kind: 'warn',
      check: 'standards',
      about: [...new Set(expired.map((link) => link.baseStandardCode || link.baseStandardName))].join(listSeparator()),
    });

  const mailed = view.sendSampleType === SEND_SAMPLE_TYPE.mailed;
  if (mailed && !view.mailOrderNumber) findings.push({ kind: 'warn', check: 'mail', about: '' });
  const owner = witnessesFromText({
    person: view.constructionJzperson,
    cardNo: view.constructionJzcardNo,
    phone: view.constructionJzphone,
  });
  const supervision = witnessesFromText({ person: view.jhperson, cardNo: view.jzcardNo, phone: view.jzphone });
  if (
    (view.needConstructionWitnessPersonSign && owner.length === 0) ||
    (view.needWitnessPersonSign && supervision.length === 0)
  )
    findings.push({ kind: 'warn', check: 'witness', about: '' });

  const failed = new Set<string>(findings.map(({ check }) => (check === 'unconfirmed' ? 'parameters' : check)));
  const applies = (check: CheckName): boolean => {
    switch (check) {
      case 'mail':
        return mailed;
      case 'witness':
        return view.needWitnessUnit;
      case 'standards':
      case 'basis':
        return parameters.length > 0;
      default:
        return true;
    }
  };
  return { findings, passed: CHECKS.filter((check) => applies(check) && !failed.has(check)) };
};

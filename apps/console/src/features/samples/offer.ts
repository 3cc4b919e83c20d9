import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getParamPacks, getStandards, getTestParameters, type OfferedParameter, type UnitConfig } from '#contract';
import { explainSampleFee, type FeeExplanation, type PricedRow } from '#domain';
import { readOf } from '../../lib/queries.js';
import { nameOf } from './parameter-list.js';
import type { Selection } from './selection.js';
import type { StandardNames } from './standard-links.js';

/** What the sample forms need to know of the consignment they stand in (001 SF-010). */
export type SampleHost = {
  consignId: string;
  consignType: number;
  revision: number;
  testUnitId: string | null;
  projectId?: string | null;
  consignStatus?: number;
  /** The view the form stands in, where its address names one: 4 is the institution's confirmation. */
  pageSource?: number;
  qualificationName: string;
  testUnitConfig: UnitConfig;
  /** The consigning unit's role alone may leave the parameters to the institution (001 TID-001). */
  mayLeaveToLab: boolean;
};

export const queryScopeOf = (consignType: number): 0 | 1 => (consignType === 1 ? 0 : 1);
export const isOn = (config: UnitConfig, flag: string): boolean => config[flag] === true || config[flag] === 1 || config[flag] === '1';

/** What a unit offers for one sample: parameters, packs and the standards behind their links. */
export const useOffer = (sampleId: string | null, host: SampleHost) => {
  const enabled = sampleId !== null;
  const scope = { queryScope: queryScopeOf(host.consignType) };
  const unit = host.testUnitId ? { testUnitId: host.testUnitId } : {};
  const parameters = useQuery({ ...readOf(getTestParameters, { sampleId: sampleId ?? '', ...scope, ...unit }), enabled, meta: { quiet: true }, staleTime: 60_000 });
  const packs = useQuery({ ...readOf(getParamPacks, { sampleId: sampleId ?? '', ...unit }), enabled, meta: { quiet: true }, staleTime: 60_000 });
  const standards = useQuery({ ...readOf(getStandards, { sampleId: sampleId ?? '', ...scope, ...unit }), enabled, meta: { quiet: true }, staleTime: 60_000 });
  const names: StandardNames = useMemo(() => new Map((standards.data ?? []).map((standard) => [standard.standardId, standard])), [standards.data]);
  return { parameters, packs, names };
};

/** The chosen parameters in display order. */
export const chosenOf = (parameters: readonly OfferedParameter[], selection: Selection): OfferedParameter[] =>
  [...parameters].sort((left, right) => right.orderNum - left.orderNum).filter(({ id }) => selection.chosen.has(id));

/** The fee of what is chosen by the domain's rules; null where the unit hides prices. A count that is being typed counts as 1. */
export const feeOf = (parameters: readonly OfferedParameter[], selection: Selection, groups: number): FeeExplanation | null => {
  const rows: PricedRow[] = [];
  for (const parameter of chosenOf(parameters, selection)) {
    if (parameter.tuTestParamPrice === null) return null;
    rows.push({
      tuTestParamName: nameOf(parameter), tuTestParamPrice: parameter.tuTestParamPrice, tuTestParamCount: selection.chosen.get(parameter.id)?.count ?? 1,
      sharedPriceQualifier: parameter.sharedPriceQualifier, sharedPrice: parameter.sharedPrice,
    });
  }
  return explainSampleFee(rows, groups >= 1 ? groups : 1);
};

/** "100 + 净浆 240 + 胶砂 320 = 660.00": how the sum of one group comes about. */
export const formulaOf = ({ lines, sum }: FeeExplanation, money: (amount: string) => string): string => {
  const plain = (amount: string): string => money(amount).replace(/\.00$/, '');
  if (lines.length < 2 || lines.length > 8) return '';
  return `${lines.map((line) => (line.kind === 'shared' ? `${line.qualifier.replace(/试验$/, '')} ${plain(line.amount)}` : plain(line.amount))).join(' + ')} = ${money(sum)}`;
};

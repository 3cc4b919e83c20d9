import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  getParamPacks,
  getStandards,
  getTestParameters,
  type OfferedParameter,
  type SampleView,
  type UnitConfig,
} from '#contract';
import { explainSampleFee, type FeeExplanation, type PricedRow } from '#domain';
import { unitReadOf, useUnitService } from '../../lib/pre-service.js';
import { nameOf } from './parameter-list.js';
import { countOf, type Selection } from './selection.js';
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
export const isOn = (config: UnitConfig, flag: string): boolean =>
  config[flag] === true || config[flag] === 1 || config[flag] === '1';

/** Packs of a sample. */
export const usePackList = (sampleId: string | null, { testUnitId }: SampleHost) =>
  useQuery({
    ...unitReadOf(getParamPacks, { sampleId: sampleId ?? '', ...(testUnitId ? { testUnitId } : {}) }),
    enabled: sampleId !== null,
    meta: { quiet: true },
    staleTime: 60_000,
  });

/** A laboratory's own system is told which parameters a sample has already, and under which big category it stands (001 LAB-004). */
type Stored = { chosenIds: readonly string[]; bigCategoryId: string };

/** What a unit offers for one sample: parameters, packs and the standards behind their links. */
export const useOffer = (
  sampleId: string | null,
  host: SampleHost,
  { chosenIds, bigCategoryId }: Stored = { chosenIds: [], bigCategoryId: '' },
) => {
  const { isIntegrated, isPending } = useUnitService(host.testUnitId);
  const [stored] = useState(chosenIds.join(','));
  const enabled = sampleId !== null && !isPending;
  const asked = isIntegrated
    ? { ...(bigCategoryId ? { bigCategoryId } : {}), sampleParamIds: stored, preConsignShow: 'true' }
    : {};
  const scope = { queryScope: queryScopeOf(host.consignType) };
  const unit = host.testUnitId ? { testUnitId: host.testUnitId } : {};
  const parameters = useQuery({
    ...unitReadOf(getTestParameters, { sampleId: sampleId ?? '', ...scope, ...asked, ...unit }),
    enabled,
    meta: { quiet: true },
    staleTime: 60_000,
  });
  const packs = usePackList(sampleId, host);
  const standards = useQuery({
    ...unitReadOf(getStandards, { sampleId: sampleId ?? '', ...scope, ...unit }),
    enabled,
    meta: { quiet: true },
    staleTime: 60_000,
  });
  const names: StandardNames = useMemo(
    () => new Map((standards.data ?? []).map((standard) => [standard.standardId, standard])),
    [standards.data],
  );
  return { parameters, packs, names };
};

/** The chosen parameters in display order. */
export const chosenOf = (parameters: readonly OfferedParameter[], selection: Selection): OfferedParameter[] =>
  [...parameters].sort((left, right) => right.orderNum - left.orderNum).filter(({ id }) => selection.chosen.has(id));

type StoredRow = SampleView['tuSampleParamIds'][number];

/** What is chosen, at today's prices; what the unit no longer offers at the price it was stored with. */
type Priced = {
  /** undefined until they have been read. */ parameters: readonly OfferedParameter[] | undefined;
  selection: Selection;
  stored: readonly StoredRow[];
};

/**
 * The fee of what is chosen by the domain's rules; null where one of the prices is not known: not read yet, or hidden by the
 * unit. A count that is being typed counts as 1.
 */
export const feeOf = ({ parameters, selection, stored }: Priced, groups: number): FeeExplanation | null => {
  if (parameters === undefined) return null;
  const offered = chosenOf(parameters, selection).map((parameter) => ({
    ...parameter,
    tuTestParamId: parameter.id,
    tuTestParamName: nameOf(parameter),
    tuTestParamCount: countOf(selection.chosen.get(parameter.id) ?? { count: 1 }),
  }));
  const withdrawn = [...selection.chosen].flatMap(([id, { count }]) =>
    offered.some((row) => row.tuTestParamId === id)
      ? []
      : [{ ...stored.find((row) => row.tuTestParamId === id), tuTestParamCount: countOf({ count }) }],
  );
  return feeOfRows([...offered, ...withdrawn], groups);
};

/** The fee of rows as they were stored. */
export const feeOfRows = (rows: readonly Partial<StoredRow>[], groups: number): FeeExplanation | null => {
  const priced = rows.flatMap(
    ({
      tuTestParamId = '',
      tuTestParamName = '',
      tuTestParamPrice = null,
      tuTestParamCount = 1,
      sharedPriceQualifier = '',
      sharedPrice = null,
    }): PricedRow[] =>
      tuTestParamPrice === null
        ? []
        : [{ tuTestParamId, tuTestParamName, tuTestParamPrice, tuTestParamCount, sharedPriceQualifier, sharedPrice }],
  );
  return priced.length === rows.length ? explainSampleFee(priced, groups >= 1 ? groups : 1) : null;
};

/** "100 + 净浆 240 + 胶砂 320 = 660.00": how the sum of one group comes about. */
export const formulaOf = ({ lines, sum }: FeeExplanation, money: (amount: string) => string): string => {
  const plain = (amount: string): string => money(amount).replace(/\.00$/, '');
  if (lines.length < 2 || lines.length > 8) return '';
  return `${lines.map((line) => (line.kind === 'shared' ? `${line.qualifier.replace(/试验$/, '')} ${plain(line.amount)}` : plain(line.amount))).join(' + ')} = ${money(sum)}`;
};

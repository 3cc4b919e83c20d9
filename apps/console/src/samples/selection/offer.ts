import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  getParamPack,
  getParamPacks,
  getStandards,
  getTestParameters,
  type OfferedParameter,
  recordParameterClick,
  type ResultOf,
  type SampleView,
  type TreeNode,
  type UnitConfig,
} from '#contract';
import { explainSampleFee, type FeeExplanation, type PricedRow, splitPack } from '#domain/sample';
import { CONSIGN_TYPE } from '#events';
import { openAlertDialog } from '../../components/alert-dialog.js';
import { toastError } from '../../components/toaster.js';
import { textOf } from '../../i18n/texts.js';
import { logHandledFailure } from '../../lib/failures.js';
import { callUnitService, unitQueryOptions, useUnitService } from '../../lib/pre-service.js';
import { useUser } from '../../lib/session.js';
import type { StandardNames } from '../standards/standard-rows.js';
import { texts } from './packs.texts.js';
import {
  effectiveCount,
  parameterName,
  type PackChoice,
  toSelectionPayload,
  type Selection,
  withoutPack,
  withPack,
} from './selection.js';

/** What the sample forms need to know about their consignment (001 SF-010). */
export type SampleFormContext = {
  consignId: string;
  consignType: number;
  revision: number;
  testUnitId: string | null;
  projectId?: string | null;
  consignStatus?: number;
  /** The view of the form, if its address names one: 4 is the laboratory's confirmation. */
  pageSource?: number;
  qualificationName: string;
  testUnitConfig: UnitConfig;
  /** Only the role of the consigning unit may leave the parameters to the laboratory (001 TID-001). */
  mayLeaveToLab: boolean;
};

export const queryScopeOfType = (consignType: number): 0 | 1 => (consignType === CONSIGN_TYPE.rawMaterial ? 0 : 1);
export const isFlagOn = (config: UnitConfig, flag: string): boolean =>
  config[flag] === true || config[flag] === 1 || config[flag] === '1';

/** Packs of a sample. */
export const usePackList = (sampleId: string | null, { testUnitId }: SampleFormContext) =>
  useQuery({
    ...unitQueryOptions(getParamPacks, { sampleId: sampleId ?? '', ...(testUnitId ? { testUnitId } : {}) }),
    enabled: sampleId !== null,
    meta: { quiet: true },
    staleTime: 60_000,
  });

/** A laboratory's own system gets the current parameters of a sample and its big category (001 LAB-004). */
type StoredChoice = { chosenIds: readonly string[]; bigCategoryId: string };

/** The offer of a unit for one sample: parameters, packs and the standards behind their links. */
export const useOffer = (
  sampleId: string | null,
  host: SampleFormContext,
  { chosenIds, bigCategoryId }: StoredChoice = { chosenIds: [], bigCategoryId: '' },
) => {
  const { isIntegrated, isPending } = useUnitService(host.testUnitId);
  const [initialIds] = useState(chosenIds.join(','));
  const enabled = sampleId !== null && !isPending;
  const query = isIntegrated
    ? { ...(bigCategoryId ? { bigCategoryId } : {}), sampleParamIds: initialIds, preConsignShow: 'true' }
    : {};
  const scope = { queryScope: queryScopeOfType(host.consignType) };
  const unit = host.testUnitId ? { testUnitId: host.testUnitId } : {};
  const parameters = useQuery({
    ...unitQueryOptions(getTestParameters, { sampleId: sampleId ?? '', ...scope, ...query, ...unit }),
    enabled,
    meta: { quiet: true },
    staleTime: 60_000,
  });
  const packs = usePackList(sampleId, host);
  const standards = useQuery({
    ...unitQueryOptions(getStandards, { sampleId: sampleId ?? '', ...scope, ...unit }),
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
export const chosenParameters = (parameters: readonly OfferedParameter[], selection: Selection): OfferedParameter[] =>
  [...parameters].sort((left, right) => right.orderNum - left.orderNum).filter(({ id }) => selection.chosen.has(id));

type StoredRow = SampleView['tuSampleParamIds'][number];

/** The chosen parameters at current prices; those that the unit no longer offers at their stored price. */
type FeeInput = {
  /** undefined until they are loaded. */ parameters: readonly OfferedParameter[] | undefined;
  selection: Selection;
  stored: readonly StoredRow[];
};

/**
 * The fee of the choice by the domain's rules; null if one of the prices is unknown: not loaded yet, or hidden by the
 * unit. A count that is being typed is treated as 1.
 */
export const explainFee = ({ parameters, selection, stored }: FeeInput, groups: number): FeeExplanation | null => {
  if (parameters === undefined) return null;
  const offeredRows = chosenParameters(parameters, selection).map((parameter) => ({
    ...parameter,
    tuTestParamId: parameter.id,
    tuTestParamName: parameterName(parameter),
    tuTestParamCount: effectiveCount(selection.chosen.get(parameter.id) ?? { count: 1 }),
  }));
  const withdrawnRows = [...selection.chosen].flatMap(([id, { count }]) =>
    offeredRows.some((row) => row.tuTestParamId === id)
      ? []
      : [{ ...stored.find((row) => row.tuTestParamId === id), tuTestParamCount: effectiveCount({ count }) }],
  );
  return explainStoredFee([...offeredRows, ...withdrawnRows], groups);
};

/** The fee of stored rows. */
export const explainStoredFee = (rows: readonly Partial<StoredRow>[], groups: number): FeeExplanation | null => {
  const pricedRows = rows.flatMap(
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
  return pricedRows.length === rows.length ? explainSampleFee(pricedRows, groups >= 1 ? groups : 1) : null;
};

/** "100 + 净浆 240 + 胶砂 320 = 660.00": how the sum of one group is computed. */
export const feeFormula = ({ lines, sum }: FeeExplanation, money: (amount: string) => string): string => {
  const amountText = (amount: string): string => money(amount).replace(/\.00$/, '');
  if (lines.length < 2 || lines.length > 8) return '';
  const amounts = lines.map((line) =>
    line.kind === 'shared'
      ? `${line.qualifier.replace(/试验$/, '')} ${amountText(line.amount)}`
      : amountText(line.amount),
  );
  return `${amounts.join(' + ')} = ${money(sum)}`;
};

/** Of several clicks on packs within this time only the last one counts (PK-006). */
const CLICK_MS = 300;

/** Resolves at once without a pack; with one, the user is asked whether a manual change may remove it (PK-004). */
export const confirmDropPack = async ({ pack }: Selection): Promise<boolean> =>
  pack === null ||
  openAlertDialog({
    message: textOf(texts, 'confirm'),
    confirm: textOf(texts, 'goOn'),
    cancel: textOf(texts, 'cancel'),
  });

/** SS-022, A-12: parameters that cannot be chosen are reported once, in one alert. */
export const alertNotOffered = (parameters: readonly OfferedParameter[]): void => {
  if (parameters.length > 0)
    void openAlertDialog({
      title: textOf(texts, 'notOfferedTitle'),
      message: textOf(texts, 'notOffered', { name: parameters.map(parameterName).join(textOf(texts, 'listComma')) }),
    });
};

type Packs = {
  testUnitId: string | null;
  parameters: readonly OfferedParameter[];
  names: StandardNames;
  origin: 'dialog' | 'form';
  onSelection(change: (current: Selection) => Selection): void;
};

/**
 * Chooses a pack by its id, or removes it: its detail is loaded after a pause in clicking; a failure leaves the choice
 * unchanged (PK-002, PK-005, PK-008).
 */
export const usePacks = ({ testUnitId, parameters, names, origin, onSelection }: Packs) => {
  const queries = useQueryClient();
  const clickTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(clickTimer.current), []);

  const load = async (id: string): Promise<void> => {
    const detail = await queries
      .fetchQuery({
        ...unitQueryOptions(getParamPack, { id, ...(testUnitId ? { testUnitId } : {}) }),
        meta: { quiet: true },
      })
      .catch(() => null);
    if (detail === null) return toastError(textOf(texts, 'exception'));
    if (detail.entries.length === 0)
      return toastError(textOf(texts, origin === 'dialog' ? 'detailFailed' : 'detailFailedInForm'));
    onSelection((current) => withPack(current, detail, parameters, names));
    alertNotOffered(splitPack(detail.entries, parameters).unavailable);
  };
  return {
    choose: (id: string) => {
      clearTimeout(clickTimer.current);
      clickTimer.current = setTimeout(() => void load(id), CLICK_MS);
    },
    drop: () => {
      clearTimeout(clickTimer.current);
      onSelection(withoutPack);
    },
  };
};

/**
 * Reports a wanted parameter that is not offered to the laboratory: once per parameter of a sample while the dialog is
 * open (SS-023). A failure is only logged.
 */
export const useParameterDemand = (
  host: SampleFormContext,
): { record(sampleName: string, paramName: string): void } => {
  const user = useUser();
  const queries = useQueryClient();
  const recordedKeys = useRef(new Set<string>());
  return {
    record: (sampleName, paramName) => {
      const key = JSON.stringify([sampleName, paramName]);
      if (recordedKeys.current.has(key)) return;
      recordedKeys.current.add(key);
      const body = {
        sampleName,
        paramName,
        qualification: host.qualificationName,
        sampleSender: user.name,
        consignUnit: user.unitName,
      };
      void callUnitService(queries, recordParameterClick, {
        body,
        query: host.testUnitId ? { testUnitId: host.testUnitId } : {},
      }).catch(logHandledFailure);
    },
  };
};

/** Samples of opened categories, by category id. */
export type LoadedSamples = ReadonlyMap<string, readonly TreeNode[]>;

/** Children of a node: those that came with it and those loaded when it was opened, without duplicates. */
export const childrenOf = (node: TreeNode, loaded: LoadedSamples): TreeNode[] => {
  const childrenById = new Map(node.children.map((child) => [child.id, child]));
  for (const child of loaded.get(node.id) ?? []) if (!childrenById.has(child.id)) childrenById.set(child.id, child);
  return [...childrenById.values()];
};

export type TreeRow = {
  node: TreeNode;
  level: number;
  parentId: string | null;
  isOpen: boolean;
  position: number;
  siblings: number;
};

/** The visible rows from top to bottom, in keyboard order. */
export const visibleRows = (
  nodes: readonly TreeNode[],
  open: ReadonlySet<string>,
  loaded: LoadedSamples,
  level = 1,
  parentId: string | null = null,
): TreeRow[] =>
  nodes.flatMap((node, index) => {
    const isOpen = node.category && open.has(node.id);
    const row = { node, level, parentId, isOpen, position: index + 1, siblings: nodes.length };
    return isOpen ? [row, ...visibleRows(childrenOf(node, loaded), open, loaded, level + 1, node.id)] : [row];
  });

/** Every category of a tree, because a search result is shown expanded. */
export const categoriesOf = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) => (node.category ? [node.id, ...categoriesOf(node.children)] : []));

type Payload = ReturnType<typeof toSelectionPayload>;

/** The result of the confirmed dialog; names of the specification (SS-024). */
export type SelectionResult = {
  categoryId: string;
  sampleNameLink: string;
  sampleId: string;
  sampleName: string;
  /** The chosen parameters, as offered. */
  params: OfferedParameter[];
  packInfo: PackChoice;
  /** The packs of the sample. */
  paramPackList: ResultOf<typeof getParamPacks>;
  isNeedConclusion: boolean;
  isTestUnitConfirmTestParam: boolean;
  testReason: string;
  /** The rows to be stored: parameter, count, standards. */
  sampleParams: Payload['tuSampleParamIds'];
  /** "1" professional, "0" simple. */
  inputMethod: '0' | '1';
};

type ConfirmedChoice = {
  sample: { id: string; name: string; bigCategoryId: string; sampleNameLink: string };
  selection: Selection;
  parameters: readonly OfferedParameter[];
  packs: SelectionResult['paramPackList'];
  inputMethod: number;
};

export const toSelectionResult = ({
  sample,
  selection,
  parameters,
  packs,
  inputMethod,
}: ConfirmedChoice): SelectionResult => {
  const { tuSampleParamIds, buSampleParamPackInfo, ...flags } = toSelectionPayload(selection, inputMethod);
  return {
    categoryId: sample.bigCategoryId,
    sampleNameLink: sample.sampleNameLink,
    sampleId: sample.id,
    sampleName: sample.name,
    params: selection.isLeftToLab ? [] : chosenParameters(parameters, selection),
    packInfo: buSampleParamPackInfo,
    paramPackList: packs,
    ...flags,
    sampleParams: tuSampleParamIds,
    inputMethod: inputMethod === 0 ? '0' : '1',
  };
};

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  createChildBuSampleParamInfo,
  getBuSampleInfo,
  getMaterials,
  type RawMaterialView,
  type ReferenceSample,
  type ResultOf,
  type SampleView,
} from '#contract';
import { messageOf, messageOfProblem, type Problem } from '#domain/rules';
import {
  newMaterialRow,
  citeSample,
  type MaterialChoice,
  toggledTest,
  removeCitation,
  withMaterial,
  applyOwnSample,
} from '#domain/sample';
import { CONSIGN_TYPE } from '#events';
import { openAlertDialog } from '../../components/alert-dialog.js';
import { toastWarning } from '../../components/toaster.js';
import { listSeparator, language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { logHandledFailure, reportFailure } from '../../lib/failures.js';
import { ApiError, callOperation } from '../../lib/http.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { unitQueryOptions } from '../../lib/pre-service.js';
import type { SampleForm } from '../editor/use-sample-form.js';
import type { SampleFormContext } from '../selection/offer.js';
import { texts } from './raw-material.texts.js';

export type OfferedMaterial = ResultOf<typeof getMaterials>[number];

const newMaterial = (): RawMaterialView => ({
  ...newMaterialRow(crypto.randomUUID()),
  materialSampleInfoID: null,
  beRefSampleId: null,
  refSampleId: null,
  isMaterial: true,
  isTestUnitConfirmTestParam: false,
  reportFile: null,
  testParams: '',
  testParamFee: null,
});

const amountText = (amount: number | null): string => (amount === null ? '' : String(amount));

/** A material in a row, with the dosage and ratio that the catalogue recommends if the row has none. */
const withMaterialDefaults = (row: RawMaterialView, material: OfferedMaterial): RawMaterialView => ({
  ...withMaterial(row, material),
  recommendedDosage: row.recommendedDosage || amountText(material.recommendedDosage),
  unitRatio: row.unitRatio || amountText(material.unitRatio),
});

/** One row for each usual material of such a design, in the order of the catalogue. */
const usualMaterials = (materials: readonly OfferedMaterial[]): RawMaterialView[] =>
  materials
    .filter(({ isDefault }) => isDefault)
    .toSorted((left, right) => left.orderNum - right.orderNum)
    .map((material) => withMaterialDefaults(newMaterial(), material));

/** The materials that a row can have: those offered and its current one. */
export const materialChoices = (
  { testUnitSampleID: id, sampleName: label, bigCategoryId, sampleNameLink }: RawMaterialView,
  materials: readonly OfferedMaterial[],
): MaterialChoice[] =>
  id === '' || materials.some((material) => material.id === id)
    ? [...materials]
    : [{ id, label, bigCategoryId, sampleNameLink }, ...materials];

const withCitation = (
  row: RawMaterialView,
  {
    id,
    consignCode,
    testUnitSampleId,
    bigCategoryId,
    sampleNameLink,
    sampleName,
    specificationType,
    specificationBuildMethod,
    produceInfo,
    piHao,
    extractAddress,
  }: ReferenceSample,
): RawMaterialView =>
  citeSample(row, {
    id,
    consignCode,
    testUnitSampleID: testUnitSampleId,
    bigCategoryId,
    sampleNameLink,
    sampleName,
    specificationType,
    specificationBuildMethod,
    produceInfo,
    produceBatchNo: piHao,
    extractAddress,
  });

/** The row after its own sample was saved (RM-002). */
const withSavedSample = (row: RawMaterialView, saved: SampleView): RawMaterialView => ({
  ...applyOwnSample(row, { ...saved, properties: saved.buSamplePropertyInfo }),
  materialSampleInfoID: saved.id,
  isTestUnitConfirmTestParam: saved.isTestUnitConfirmTestParam,
  testParams: saved.tuSampleParamIds.map(({ tuTestParamName }) => tuTestParamName).join(listSeparator()),
  testParamFee: saved.testParamFee,
});

type UseRawMaterialsInput = {
  sample: SampleView;
  host: SampleFormContext;
  form: SampleForm;
  onSaved(): Promise<unknown>;
  onStale(): void;
};
type Report = { name: string; url: string; uploadId?: string } | null;
const NO_MATERIALS: readonly OfferedMaterial[] = [];

/** The rows of the raw-material section, and the dialog of one of them. */
export const useRawMaterials = ({ sample, host, form, onSaved, onStale }: UseRawMaterialsInput) => {
  const t = useTexts(texts);
  const { buSampleInfoRefSampleInfo: rows, deleteMaterialSampleInfoIds: deleted } = form.fields;
  const [openSample, setOpenSample] = useState<{ rowId: string; sample: SampleView } | null>(null);
  const [openingRowId, setOpeningRowId] = useState<string | null>(null);
  /**
   * Own samples that were started and not saved yet, by row and material; they are opened again instead of started
   * again.
   */
  const startedSamples = useRef(new Map<string, string>());
  /** An upload ends later than it begins, so it changes the rows as they are at its end. */
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);

  const paramIds = [...form.selection.chosen.keys()].join(',');
  const isOffering = host.consignType === CONSIGN_TYPE.rawMaterial && sample.isMaterial !== true;
  const offeredMaterials = useQuery({
    ...unitQueryOptions(getMaterials, {
      sampleId: sample.testUnitSampleId,
      paramIds,
      ...(host.testUnitId ? { testUnitId: host.testUnitId } : {}),
    }),
    enabled: isOffering,
    meta: { quiet: true },
    staleTime: 60_000,
    placeholderData: (previous) => previous,
  });

  const replaceRows = (next: RawMaterialView[]) => {
    latest.current = next;
    form.change({ buSampleInfoRefSampleInfo: next });
  };
  const change = (id: string, next: (row: RawMaterialView) => RawMaterialView) =>
    replaceRows(latest.current.map((row) => (row.id === id ? next(row) : row)));

  const showFailure = (error: unknown): void => {
    if (!(error instanceof ApiError && error.status === 412)) return reportFailure(error);
    logHandledFailure(error);
    onStale();
  };
  /** The id of an own sample for this row; a new one is started if there is none. */
  const startOwnSample = async (row: RawMaterialView): Promise<string> => {
    const rowKey = `${row.id} ${row.testUnitSampleID}`;
    const sampleId = row.buSampleInfoId ?? startedSamples.current.get(rowKey);
    if (sampleId) return sampleId;
    const body = {
      consignId: host.consignId,
      parentSampleId: sample.id,
      bigCategoryId: row.bigCategoryId,
      sampleNameLink: row.sampleNameLink,
      isMaterial: true,
      tuTestSampleDTO: { id: row.testUnitSampleID, sampleName: row.sampleName },
    };
    const id = await withIdempotencyKey(`material ${rowKey} ${host.revision}`, (idempotencyKey) =>
      callOperation(createChildBuSampleParamInfo, { body, ifMatch: host.revision, idempotencyKey }),
    );
    startedSamples.current.set(rowKey, id);
    await onSaved();
    return id;
  };
  const edit = async (row: RawMaterialView) => {
    if (openingRowId !== null) return;
    if (row.testUnitSampleID === '')
      return toastWarning(messageOf('MATERIAL_SAMPLE_REQUIRED', { row: rows.indexOf(row) + 1 }, language()));
    setOpeningRowId(row.id);
    try {
      const id = await startOwnSample(row);
      const storedSample = await callOperation(getBuSampleInfo, {
        query: {
          id,
          consignId: host.consignId,
          ...(host.pageSource === undefined ? {} : { pageSource: host.pageSource }),
        },
      });
      setOpenSample({ rowId: row.id, sample: storedSample });
    } catch (error) {
      showFailure(error);
    } finally {
      setOpeningRowId(null);
    }
  };

  return {
    rows,
    openSample,
    openingRowId,
    change,
    edit,
    offered: offeredMaterials.data ?? NO_MATERIALS,
    offeredFailed: offeredMaterials.isError ? () => void offeredMaterials.refetch() : null,
    add: () => replaceRows([...latest.current, newMaterial()]),
    addUsual: (): number => {
      const usualRows = usualMaterials(offeredMaterials.data ?? NO_MATERIALS);
      replaceRows([...latest.current, ...usualRows]);
      return usualRows.length;
    },
    choose: (id: string, materialId: string) => {
      const material = offeredMaterials.data?.find((candidate) => candidate.id === materialId);
      if (material) change(id, (row) => withMaterialDefaults(row, material));
    },
    toggleTest: (id: string) => change(id, toggledTest),
    cite: (id: string, citedSample: ReferenceSample) => change(id, (row) => withCitation(row, citedSample)),
    cancelCite: (id: string) => change(id, removeCitation),
    setReport: (id: string, reportFile: Report) => change(id, (row) => ({ ...row, reportFile })),
    /** Removes a row after a question; its own sample is deleted by the next save (RM-008). */
    remove: async ({ id, buSampleInfoId }: RawMaterialView) => {
      if (!(await openAlertDialog({ message: t('removeQuestion'), confirm: t('yes'), cancel: t('no') }))) return;
      replaceRows(latest.current.filter((row) => row.id !== id));
      if (buSampleInfoId !== null) form.change({ deleteMaterialSampleInfoIds: [...deleted, buSampleInfoId] });
    },
    /** A tested row without its own sample stops the save and leads to its dialog (RM-010). */
    confirmCompletion: async (problem: Problem) => {
      const row = rows[Number(problem.params['row']) - 1];
      if (
        row &&
        (await openAlertDialog({
          title: t('incompleteTitle'),
          message: messageOfProblem(problem, language()),
          confirm: t('goToComplete'),
          cancel: t('no'),
        }))
      )
        await edit(row);
    },
    /** Addresses of reports are valid for minutes, so each is requested again. */
    openReport: async (id: string) => {
      try {
        const { buSampleInfoRefSampleInfo: storedRows } = await callOperation(getBuSampleInfo, {
          query: { id: sample.id, consignId: host.consignId },
        });
        const url = storedRows.find((row) => row.id === id)?.reportFile?.url;
        if (url) window.open(new URL(url, location.origin), '_blank', 'noopener');
        else toastWarning(t('reportGone'));
      } catch (error) {
        reportFailure(error);
      }
    },
    close: () => setOpenSample(null),
    /** The row shows its own sample as stored; what the laboratory completed is stored already. */
    handleSaved: (saved: SampleView, isStored: boolean) => {
      if (!openSample) return;
      if (isStored)
        form.fill({
          buSampleInfoRefSampleInfo: rows.map((row) =>
            row.id === openSample.rowId ? withSavedSample(row, saved) : row,
          ),
        });
      else change(openSample.rowId, (row) => withSavedSample(row, saved));
    },
  };
};

export type RawMaterials = ReturnType<typeof useRawMaterials>;

import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import {
  changeTestingUnit,
  type ConsignmentView,
  getAllowedActions,
  saveConsignInfo,
  updatePreSiteConsign,
} from '#contract';
import { REPORT_COUNT } from '#domain/consignment';
import { countOrDefault } from '#domain/numbers';
import { CONSIGN_TYPE } from '#events';
import { openAlertDialog } from '../../components/alert-dialog.js';
import { toastSuccess, toastWarning } from '../../components/toaster.js';
import {
  type SubmissionProblem,
  submissionProblemsIn,
  warnBeforeSubmitting,
} from '../../consignment/submission-problems.js';
import { invalidateConsignments, markChanged, submitConsignments } from '../../consignment/actions.js';
import { useTexts } from '../../i18n/texts.js';
import { logHandledFailure, reportFailure } from '../../lib/failures.js';
import { ApiError, callOperation } from '../../lib/http.js';
import { isOutcomeUnknown, withIdempotencyKey } from '../../lib/idempotent-write.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { texts as draftTexts } from './drafts/texts.js';
import { type FormProblem, fieldLocation, sampleProblems } from './form-problems.js';
import { hasReportCount, type FieldName, type FormValues } from './form-values.js';
import type { Reconcile } from './merge/use-reconcile.js';
import { previewSubmission } from './submit-preview.dialog.js';
import { texts } from './texts.js';
import type { Draft } from './use-draft.js';

/** A problem to fix in the form of a sample, which it opens, or at a field of this form. */
export type PreviewProblem = FormProblem & { code: string; openSampleId: string | null };

/** A problem from the server, as the form shows it. */
const toPreviewProblem = ({ code, message, sampleIds, path }: SubmissionProblem): PreviewProblem => ({
  ...(sampleIds.length === 0 && path !== undefined
    ? fieldLocation(path)
    : { section: 'samples' as const, field: null }),
  sampleIds,
  message,
  code,
  openSampleId: sampleIds[0] ?? null,
});

/**
 * Problems of the stored consignment beyond those that the form itself shows, from the server; read again for every
 * revision, and only if the form is complete.
 */
export const useSubmissionPreview = ({ id, revision }: ConsignmentView, isComplete: boolean): PreviewProblem[] => {
  const query = queryOptionsOf(getAllowedActions, { id });
  const { data } = useQuery({
    ...query,
    queryKey: [...query.queryKey, revision],
    enabled: isComplete,
    meta: { quiet: true },
  });
  return useMemo(
    () => (isComplete && data ? submissionProblemsIn(data).map(toPreviewProblem) : []),
    [isComplete, data],
  );
};

const FLAGS = {
  SAMPLES_WITHDRAWN: 'sampleWithdrawn',
  PARAMETERS_WITHDRAWN: 'parametersWithdrawn',
  PRICES_CHANGED: 'pricesChanged',
  SAMPLE_ATTACHMENTS_REQUIRED: 'filesMissing',
} as const;
export type SampleFlag = (typeof FLAGS)[keyof typeof FLAGS];

/** The messages in a sample's row; the first one counts. */
export const sampleFlagsOf = (problems: readonly PreviewProblem[]): ReadonlyMap<string, SampleFlag> =>
  new Map(
    problems
      .toReversed()
      .flatMap(({ code, sampleIds }) =>
        sampleIds.flatMap((id): [string, SampleFlag][] =>
          code in FLAGS ? [[id, FLAGS[code as keyof typeof FLAGS]]] : [],
        ),
      ),
  );

/** The fields that another testing organisation replaces, whatever was typed (CL-030). */
const FIELDS_OF_UNIT: readonly FieldName[] = [
  'testUnitId',
  'testUnitAddressId',
  'testUnitAddressDetail',
  'tuqualificationId',
  'consginTestType',
  'consginTestTypeId',
  'reportCount',
  'needConstructionWitnessPersonSign',
  'needWitnessPersonSign',
];

const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

/** The form continues to change while the outcome of a request is unknown. */
const copyOf = (values: FormValues): FormValues => ({
  ...values,
  consignInfoProperties: values.consignInfoProperties.map((field) => ({ ...field })),
});

type UseFormMutationsInput = {
  draft: Draft;
  focus(problem: FormProblem): void;
  openSample(id: string): void;
  reconcile: Reconcile;
  flush(): Promise<void>;
};

/**
 * The writes of the form. Each carries the revision it is based on, and the server's outcome is read, not assumed
 * (CL-028).
 */
export const useFormMutations = ({ draft, focus, openSample, reconcile, flush }: UseFormMutationsInput) => {
  const t = useTexts(texts);
  const drafts = useTexts(draftTexts);
  const [running, setRunning] = useState<'save' | 'submit' | null>(null);
  const busy = useRef(false);
  /** Values of a save without a response: the server may have them. */
  const unconfirmedValues = useRef<FormValues | null>(null);

  const onStale = () => reconcile('reload', draft.base, unconfirmedValues.current);
  /** Runs a write; failures are shown, a stale revision with a way to resolve it. */
  const run = async <Result>(write: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await write();
    } catch (error) {
      if (isStale(error)) {
        logHandledFailure(error);
        await onStale();
      } else reportFailure(error);
      return undefined;
    }
  };
  const refuse = (problem: FormProblem): null => {
    toastWarning(problem.message);
    focus(problem);
    return null;
  };
  /** Says what is safe, and offers to repeat the same request. */
  const confirmRepeat = (error: ApiError): Promise<boolean> => {
    logHandledFailure(error);
    return openAlertDialog({
      message: `${error.message}\n${drafts('safe')}`,
      confirm: drafts('retry'),
      cancel: drafts('later'),
    });
  };
  /** The new base to save on, or null if the save ends here. */
  const recover = async (
    error: unknown,
    base: ConsignmentView,
    sentValues: FormValues,
  ): Promise<ConsignmentView | null> => {
    if (isStale(error)) {
      logHandledFailure(error);
      return reconcile('save', base, unconfirmedValues.current);
    }
    if (!isOutcomeUnknown(error)) {
      reportFailure(error);
      return null;
    }
    unconfirmedValues.current = sentValues;
    return (await confirmRepeat(error)) ? base : null;
  };
  /** Validates in the order of the specification, shows only the first message, and saves (VA-001). */
  const store = async (): Promise<ConsignmentView | null> => {
    await flush();
    for (let base: ConsignmentView | null = draft.base; base !== null;) {
      await draft.form.trigger();
      const [first] = draft.savingProblems();
      if (first) return refuse(first);
      const values = copyOf(draft.form.getValues());
      // Copies that are not needed do not block saving.
      const reportCount = hasReportCount(values.getReportType)
        ? values.reportCount
        : countOrDefault(values.reportCount, REPORT_COUNT, 0);
      const body = { id: base.id, ...values, reportCount };
      try {
        const { consignType, revision } = base;
        const saved = await withIdempotencyKey(`save ${revision} ${JSON.stringify(body)}`, (idempotencyKey) =>
          callOperation(consignType === CONSIGN_TYPE.rawMaterial ? saveConsignInfo : updatePreSiteConsign, {
            body,
            ifMatch: revision,
            idempotencyKey,
          }),
        );
        unconfirmedValues.current = null;
        draft.adopt(saved, 'all');
        markChanged([saved.id]);
        void invalidateConsignments();
        return saved;
      } catch (error) {
        base = await recover(error, base, values);
      }
    }
    return null;
  };
  const runExclusively = async <Result>(
    operationName: 'save' | 'submit',
    work: () => Promise<Result>,
  ): Promise<Result | null> => {
    if (busy.current) return null;
    busy.current = true;
    setRunning(operationName);
    try {
      return await work();
    } finally {
      busy.current = false;
      setRunning(null);
    }
  };
  const save = () =>
    runExclusively('save', async () => {
      if (await store()) toastSuccess(t('saved'));
    });
  /** Save, preview, comment, commit (DG-009). */
  const submit = () =>
    runExclusively('submit', async () => {
      const saved = await store();
      if (!saved) return;
      const [missing] = sampleProblems(saved.samples, saved.consignType);
      if (missing) return void refuse(missing);
      const destination = await warnBeforeSubmitting(saved.id);
      if (destination !== false) {
        if (destination?.sampleIds[0]) openSample(destination.sampleIds[0]);
        else if (destination) focus(toPreviewProblem(destination));
        return;
      }
      if (!(await previewSubmission(saved))) return;
      if (await submitConsignments([saved])) await draft.reread('all');
    });
  const changeUnit = async (testUnitId: string): Promise<boolean> => {
    const { id, revision } = draft.base;
    const changed = await run(() =>
      withIdempotencyKey(`unit ${id} ${revision} ${testUnitId}`, (idempotencyKey) =>
        callOperation(changeTestingUnit, { query: { id }, body: { testUnitId }, ifMatch: revision, idempotencyKey }),
      ),
    );
    if (!changed) return false;
    draft.adopt(changed, [
      ...FIELDS_OF_UNIT,
      ...(changed.projectId === draft.base.projectId ? [] : (['projectId', 'projectName'] as const)),
    ]);
    return true;
  };
  return { running, run, save, submit, storeFirst: () => runExclusively('save', store), changeUnit, onStale };
};

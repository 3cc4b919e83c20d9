import { useRef, useState } from 'react';
import { changeTestingUnit, type ConsignmentView, saveConsignInfo } from '#contract';
import { alertUser } from '../../components/alert-dialog.js';
import { succeed, warn } from '../../components/toaster.js';
import { markChanged } from '../../consignment/changed.js';
import { consignmentsChanged, submitConsignments } from '../../consignment/verbs.js';
import { useTexts } from '../../i18n/texts.js';
import { ApiError } from '../../lib/api-error.js';
import { noteFailure, reportFailure } from '../../lib/failures.js';
import { call, newIdempotencyKey } from '../../lib/http.js';
import type { FormProblem } from './form-problems.js';
import type { FieldName } from './form-values.js';
import { previewSubmission } from './submit-preview.dialog.js';
import { texts } from './texts.js';
import type { Draft } from './use-draft.js';

/** What another testing organisation replaces, whatever was typed (CL-030). */
const OF_THE_UNIT: readonly FieldName[] = ['testUnitId', 'testUnitAddressId', 'testUnitAddressDetail', 'tuqualificationId', 'consginTestType', 'consginTestTypeId', 'reportCount', 'needConstructionWitnessPersonSign', 'needWitnessPersonSign'];

/** The writes of the form. Each carries the revision it was made on and the server's outcome is read, never assumed (CL-028). */
export const useWrites = (draft: Draft, focus: (problem: FormProblem) => void) => {
  const t = useTexts(texts);
  const [running, setRunning] = useState<'save' | 'submit' | null>(null);
  const busy = useRef(false);

  const onStale = async () => {
    if (await alertUser({ title: t('staleTitle'), message: t('staleText'), confirm: t('reload'), cancel: t('later') })) await draft.reread('all');
  };
  /** Runs a write; what goes wrong is told, a stale revision with a way out. */
  const run = async <Result>(write: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await write();
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        noteFailure(error);
        await onStale();
      } else reportFailure(error);
      return undefined;
    }
  };
  const refuse = (problem: FormProblem): null => {
    warn(problem.message);
    focus(problem);
    return null;
  };
  /** Validates as the specification orders, shows only the first message, and saves (VA-001). */
  const store = async (): Promise<ConsignmentView | null> => {
    await draft.form.trigger();
    const [first] = draft.savingProblems();
    if (first) return refuse(first);
    const saved = await run(() => call(saveConsignInfo, { body: { id: draft.base.id, ...draft.form.getValues() }, ifMatch: draft.base.revision, idempotencyKey: newIdempotencyKey() }));
    if (!saved) return null;
    draft.adopt(saved, 'all');
    markChanged([saved.id]);
    void consignmentsChanged();
    return saved;
  };
  const once = async (what: 'save' | 'submit', work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    setRunning(what);
    try {
      await work();
    } finally {
      busy.current = false;
      setRunning(null);
    }
  };
  const save = () => once('save', async () => { if (await store()) succeed(t('saved')); });
  /** Save, preview, comment, commit (DG-009). */
  const submit = (samplesMissing: () => FormProblem | undefined) => once('submit', async () => {
    const saved = await store();
    if (!saved) return;
    const missing = samplesMissing();
    if (missing) return void refuse(missing);
    if (!(await previewSubmission(saved))) return;
    if (await submitConsignments([saved])) await draft.reread('all');
  });
  const changeUnit = async (testUnitId: string): Promise<boolean> => {
    const changed = await run(() => call(changeTestingUnit, { query: { id: draft.base.id }, body: { testUnitId }, ifMatch: draft.base.revision, idempotencyKey: newIdempotencyKey() }));
    if (changed) draft.adopt(changed, [...OF_THE_UNIT, ...(changed.projectId === draft.base.projectId ? [] : (['projectId', 'projectName'] as const))]);
    return changed !== undefined;
  };
  return { running, run, save, submit, store, changeUnit, onStale };
};

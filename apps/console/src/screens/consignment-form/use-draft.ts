import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type FieldPath, type Resolver, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type ConsignmentView, getConsingInfo } from '#contract';
import { language } from '../../i18n/language.js';
import { queryOptionsOf } from '../../lib/queries.js';
import {
  fieldErrors,
  type FormProblem,
  type ReferencedNames,
  sampleProblems,
  savingProblems,
} from './form-problems.js';
import { type FieldName, type FormValues, toFormValues } from './form-values.js';
import { compare, groupsOf } from './merge/three-way-merge.js';

export type Draft = {
  /** What the form was filled from: its revision goes with every write. */
  base: ConsignmentView;
  form: UseFormReturn<FormValues>;
  /** Somebody else has saved since, while this form holds changes. */
  isStale: boolean;
  /** What blocks a save, as it stands in the form now. */
  savingProblems(): FormProblem[];
  /** What blocks a submission: the form, then the samples. */
  problems: FormProblem[];
  /** Takes over what the server has. What is typed stays, except in the fields named; `all` drops everything typed. */
  adopt(view: ConsignmentView, overwritten?: readonly FieldName[] | 'all'): void;
  /**
   * Shows at their fields what stands against the stored values; a field that is changed is free of it. It keeps nobody
   * from saving.
   */
  mark(problems: readonly FormProblem[]): void;
  /** Puts values in as if they had been typed. */
  put(values: FormValues): void;
  /** Takes over a newer revision with merged values: what differs from it is unsaved. */
  rebase(view: ConsignmentView, values: FormValues): void;
  /** Reads the consignment again after a write of this page and adopts it. */
  reread(overwritten?: 'all'): Promise<ConsignmentView>;
  /**
   * After a write beside the form, an upload: takes the newer revision over where it says the same of the form; else
   * the form is stale.
   */
  follow(): Promise<void>;
};

/** What a draft names was renamed, which is no revision of the draft. */
const isRenamed = (base: ConsignmentView, newest: ConsignmentView): boolean =>
  newest.id === base.id &&
  newest.revision === base.revision &&
  (['consignUnitName', 'testUnitName', 'testUnitAddressDetail', 'projectName', 'tuqualificationName'] as const).some(
    (name) => newest[name] !== base[name],
  );

const isSame = (field: string | null, one: FormValues, other: FormValues): boolean =>
  field !== null && field in one && one[field as FieldName] === other[field as FieldName];

/** What is typed stays when the rest is filled anew. */
const KEEPING = { keepDirtyValues: true, keepDirty: true, keepErrors: true, keepTouched: true } as const;

/** Somebody else changed a field that was typed into here, to something else. */
const bothChanged = (base: FormValues, mine: FormValues, theirs: FormValues): boolean =>
  compare(groupsOf(base), groupsOf(mine), groupsOf(theirs)).some(({ chosen }) => chosen === null);

/**
 * The form over one consignment. Validation is the domain's (`savingProblems`), so browser and server agree; a field is
 * judged when it is left, all of them on save. A newer revision is taken over silently only while nothing is typed.
 */
export const useDraft = (newest: ConsignmentView, qualificationNameOf: (id: string | null) => string): Draft => {
  const queries = useQueryClient();
  const [base, setBase] = useState(newest);
  useTranslation(); // renders again in another language
  const currentLanguage = language();
  const names = useCallback(
    (values: FormValues): ReferencedNames => ({
      testUnitName: values.testUnitId ? base.testUnitName : '',
      tuqualificationName: qualificationNameOf(values.tuqualificationId),
    }),
    [base.testUnitName, qualificationNameOf],
  );
  const judge = useCallback(
    (values: FormValues) => savingProblems(values, names(values), base.consignType, currentLanguage),
    [names, base.consignType, currentLanguage],
  );
  const marked = useRef<readonly FormProblem[]>([]);
  const resolver: Resolver<FormValues> = useCallback(
    (values) => {
      const stored = toFormValues(base);
      const stillMarked = marked.current.filter(({ field }) => isSame(field, values, stored));
      const errors = fieldErrors([...judge(values), ...stillMarked]);
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
    },
    [judge, base],
  );
  const form = useForm<FormValues>({
    defaultValues: toFormValues(newest),
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const { isDirty } = form.formState;

  const adopt = useCallback(
    (view: ConsignmentView, overwritten: readonly FieldName[] | 'all' = []) => {
      const values = toFormValues(view);
      setBase(view);
      form.reset(values, overwritten === 'all' ? {} : KEEPING);
      if (overwritten !== 'all') for (const name of overwritten) form.resetField(name, { defaultValue: values[name] });
      queries.setQueryData(queryOptionsOf(getConsingInfo, { id: view.id }).queryKey, view);
    },
    [form, queries],
  );
  const mark = useCallback(
    (problems: readonly FormProblem[]) => {
      const fields = [...marked.current, ...problems].flatMap(({ field }) => field ?? []);
      marked.current = problems;
      if (fields.length > 0) void form.trigger(fields as FieldPath<FormValues>[]);
    },
    [form],
  );
  const put = useCallback(
    (values: FormValues) => {
      const typed = { shouldDirty: true, shouldTouch: true };
      const { consignInfoProperties: extra, ...fields } = values;
      for (const [name, value] of Object.entries(fields))
        if (form.getValues(name as FieldName) !== value) form.setValue(name as FieldName, value, typed);
      for (const [place, { value }] of extra.entries())
        if (form.getValues(`consignInfoProperties.${place}.value`) !== value)
          form.setValue(`consignInfoProperties.${place}.value`, value, typed);
    },
    [form],
  );
  const rebase = useCallback(
    (view: ConsignmentView, values: FormValues) => {
      adopt(view, 'all');
      put(values);
    },
    [adopt, put],
  );
  const reread = useCallback(
    async (overwritten?: 'all') => {
      const view = await queries.fetchQuery({ ...queryOptionsOf(getConsingInfo, { id: base.id }), staleTime: 0 });
      // A colleague may have saved between this page's write and this read: what both changed is merged, never passed
      // over.
      if (overwritten === 'all' || !bothChanged(toFormValues(base), form.getValues(), toFormValues(view)))
        adopt(view, overwritten);
      return view;
    },
    [queries, adopt, base, form],
  );
  const follow = useCallback(async () => {
    const view = await queries.fetchQuery({ ...queryOptionsOf(getConsingInfo, { id: base.id }), staleTime: 0 });
    if (JSON.stringify(toFormValues(view)) === JSON.stringify(toFormValues(base))) adopt(view);
  }, [queries, adopt, base]);
  // Sentences that stand under fields already are said again in a language that is chosen later.
  const shownLanguage = useRef(currentLanguage);
  useEffect(() => {
    if (shownLanguage.current === currentLanguage) return;
    shownLanguage.current = currentLanguage;
    const wrong = Object.keys(form.formState.errors) as FieldName[];
    if (wrong.length > 0) void form.trigger(wrong);
  }, [form, judge, currentLanguage]);
  const isNewer = newest.revision > base.revision;
  if ((isNewer || isRenamed(base, newest)) && !isDirty) setBase(newest);
  useEffect(() => form.reset(toFormValues(base), KEEPING), [form, base]);

  const values = useWatch({ control: form.control }) as FormValues;
  const problems = useMemo(
    () => [...judge(values), ...sampleProblems(base.samples, base.consignType)],
    [judge, values, base],
  );
  return {
    base,
    form,
    isStale: isNewer && isDirty,
    savingProblems: () => judge(form.getValues()),
    problems,
    adopt,
    mark,
    put,
    rebase,
    reread,
    follow,
  };
};

/** Moves the focus to the control of a problem, or to the head of its section. */
export const focusProblem = (form: UseFormReturn<FormValues>, root: HTMLElement | null, problem: FormProblem): void => {
  const section = root?.querySelector<HTMLElement>(`[data-section="${problem.section}"]`);
  const control =
    problem.field === null
      ? null
      : root?.querySelector<HTMLElement>(`[name="${problem.field}"], [data-field="${problem.field}"]`);
  const target = control ?? section?.querySelector<HTMLElement>('[data-first], button, input') ?? null;
  (control ?? section)?.scrollIntoView({ block: 'center', behavior: 'auto' });
  if (problem.field !== null) void form.trigger(problem.field as FieldPath<FormValues>);
  target?.focus({ preventScroll: true });
};

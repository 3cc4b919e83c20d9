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
  /** The consignment in the form: its revision goes with every write. */
  base: ConsignmentView;
  form: UseFormReturn<FormValues>;
  /** Somebody else has saved since, while this form has unsaved changes. */
  isStale: boolean;
  /** The problems that block a save, for the current content of the form. */
  savingProblems(): FormProblem[];
  /** The problems that block a submission: of the form, then of the samples. */
  problems: FormProblem[];
  /** Adopts the server's version. Input stays, except in the given fields; `all` drops all input. */
  adopt(view: ConsignmentView, overwritten?: readonly FieldName[] | 'all'): void;
  /**
   * Shows problems of the stored values at their fields; changing a field removes its problem. They do not block
   * saving.
   */
  mark(problems: readonly FormProblem[]): void;
  /** Sets values as if the user had typed them. */
  put(values: FormValues): void;
  /** Adopts a newer revision with merged values: the differences from it are unsaved. */
  rebase(view: ConsignmentView, values: FormValues): void;
  /** Reads the consignment again after a write of this page and adopts it. */
  reread(overwritten?: 'all'): Promise<ConsignmentView>;
  /**
   * After a write beside the form, such as an upload: adopts the newer revision if the form is the same in it;
   * otherwise the form is stale.
   */
  follow(): Promise<void>;
};

/** A renamed unit or project changes the names of a draft, but not its revision. */
const isRenamed = (base: ConsignmentView, newest: ConsignmentView): boolean =>
  newest.id === base.id &&
  newest.revision === base.revision &&
  (['consignUnitName', 'testUnitName', 'testUnitAddressDetail', 'projectName', 'tuqualificationName'] as const).some(
    (name) => newest[name] !== base[name],
  );

const isSame = (field: string | null, left: FormValues, right: FormValues): boolean =>
  field !== null && field in left && left[field as FieldName] === right[field as FieldName];

/** Input stays when the rest is updated. */
const KEEP_INPUT = { keepDirtyValues: true, keepDirty: true, keepErrors: true, keepTouched: true } as const;

/** Somebody else changed a field that was edited here, to another value. */
const bothChanged = (base: FormValues, mine: FormValues, theirs: FormValues): boolean =>
  compare(groupsOf(base), groupsOf(mine), groupsOf(theirs)).some(({ defaultSide }) => defaultSide === null);

/**
 * The form of one consignment. Validation is the domain's (`savingProblems`), so that browser and server agree; a field
 * is validated on blur, all of them on save. A newer revision is adopted silently only while there is no input.
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
  const findProblems = useCallback(
    (values: FormValues) => savingProblems(values, names(values), base.consignType, currentLanguage),
    [names, base.consignType, currentLanguage],
  );
  const markedProblems = useRef<readonly FormProblem[]>([]);
  const resolver: Resolver<FormValues> = useCallback(
    (values) => {
      const stored = toFormValues(base);
      const remainingMarks = markedProblems.current.filter(({ field }) => isSame(field, values, stored));
      const errors = fieldErrors([...findProblems(values), ...remainingMarks]);
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
    },
    [findProblems, base],
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
      form.reset(values, overwritten === 'all' ? {} : KEEP_INPUT);
      if (overwritten !== 'all') for (const name of overwritten) form.resetField(name, { defaultValue: values[name] });
      queries.setQueryData(queryOptionsOf(getConsingInfo, { id: view.id }).queryKey, view);
    },
    [form, queries],
  );
  const mark = useCallback(
    (problems: readonly FormProblem[]) => {
      const fields = [...markedProblems.current, ...problems].flatMap(({ field }) => field ?? []);
      markedProblems.current = problems;
      if (fields.length > 0) void form.trigger(fields as FieldPath<FormValues>[]);
    },
    [form],
  );
  const put = useCallback(
    (values: FormValues) => {
      const setValueOptions = { shouldDirty: true, shouldTouch: true };
      const { consignInfoProperties: extra, ...fields } = values;
      for (const [name, value] of Object.entries(fields))
        if (form.getValues(name as FieldName) !== value) form.setValue(name as FieldName, value, setValueOptions);
      for (const [index, { value }] of extra.entries())
        if (form.getValues(`consignInfoProperties.${index}.value`) !== value)
          form.setValue(`consignInfoProperties.${index}.value`, value, setValueOptions);
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
      // A colleague may have saved between this page's write and this read: fields that both changed are merged, not
      // overwritten.
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
  // Messages that are already under fields are translated when the language changes.
  const renderedLanguage = useRef(currentLanguage);
  useEffect(() => {
    if (renderedLanguage.current === currentLanguage) return;
    renderedLanguage.current = currentLanguage;
    const invalidFields = Object.keys(form.formState.errors) as FieldName[];
    if (invalidFields.length > 0) void form.trigger(invalidFields);
  }, [form, findProblems, currentLanguage]);
  const isNewer = newest.revision > base.revision;
  if ((isNewer || isRenamed(base, newest)) && !isDirty) setBase(newest);
  useEffect(() => form.reset(toFormValues(base), KEEP_INPUT), [form, base]);

  const values = useWatch({ control: form.control }) as FormValues;
  const problems = useMemo(
    () => [...findProblems(values), ...sampleProblems(base.samples, base.consignType)],
    [findProblems, values, base],
  );
  return {
    base,
    form,
    isStale: isNewer && isDirty,
    savingProblems: () => findProblems(form.getValues()),
    problems,
    adopt,
    mark,
    put,
    rebase,
    reread,
    follow,
  };
};

/** Focuses the control of a problem, or scrolls to the head of its section. */
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

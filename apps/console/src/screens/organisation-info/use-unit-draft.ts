import { useState } from 'react';
import type { Problem } from '#domain/rules';
import { focusWrongNumber } from '../../components/number-input.js';
import { toastSuccess } from '../../components/toaster.js';
import { problemAt } from '../../components/units/unit-drafts.js';
import { texts as unitTexts } from '../../components/units/unit.texts.js';
import { useSubmit } from '../../components/use-submit.js';
import { textOf } from '../../i18n/texts.js';

type Options<Unit> = {
  problemsOf(unit: Unit): readonly Problem[];
  save(original: Unit, edited: Unit): Promise<Unit>;
  onSaved(unit: Unit): void;
};

/** The user's own unit in edit: the stored version, the input, and its problems after the first attempt to save. */
export const useUnitDraft = <Unit extends object>(currentUnit: Unit, { problemsOf, save, onSaved }: Options<Unit>) => {
  const [savedUnit, setSavedUnit] = useState(currentUnit);
  const [draft, setDraft] = useState(currentUnit);
  const [showsProblems, setShowsProblems] = useState(false);
  const { failed, running, send } = useSubmit();
  const problems = problemsOf(draft);
  const begin = (unit: Unit) => {
    setSavedUnit(unit);
    setDraft(unit);
    setShowsProblems(false);
  };
  return {
    draft,
    failed,
    running,
    isUnsaved: draft !== savedUnit,
    problemCount: showsProblems ? problems.length : 0,
    problemAt: (path: string) => (showsProblems ? problemAt(problems, path) : undefined),
    change: (some: Partial<Unit>) => setDraft((current) => ({ ...current, ...some })),
    /** Sets a value that the service has stored already, e.g. the logo, which is not an unsaved change. */
    adopt: (some: Partial<Unit>) => {
      setSavedUnit((current) => (draft === savedUnit ? { ...draft, ...some } : { ...current, ...some }));
      setDraft((current) => ({ ...current, ...some }));
    },
    undo: () => begin(savedUnit),
    confirm: () => {
      setShowsProblems(true);
      if (focusWrongNumber() || problems.length > 0) return;
      void send(async () => {
        const saved = await save(savedUnit, draft);
        begin(saved);
        onSaved(saved);
        toastSuccess(textOf(unitTexts, 'saved'));
        return false;
      });
    },
  };
};

import { useState } from 'react';
import type { SampleView } from '#contract';
import type { SampleFormMode } from '#domain';
import { fieldsOf, type SampleFields, selectionOf } from './sample-draft.js';
import type { Selection } from './selection.js';

/** What the form holds of a sample while it is edited. */
export type SampleForm = {
  fields: SampleFields;
  selection: Selection;
  /** Something was typed or chosen that is not saved. */
  touched: boolean;
  change(part: Partial<SampleFields>): void;
  /** Puts a default in, which is no change of the user's. */
  fill(part: Partial<SampleFields>): void;
  select(next: Selection | ((now: Selection) => Selection)): void;
  /** Takes over what is stored, dropping what was typed. */
  takeOver(stored: SampleView): void;
  saved(): void;
};

/** The institution sees the parameter table of a sample that was left to it, not the reason field. */
const selectionIn = (mode: SampleFormMode, sample: SampleView): Selection => ({
  ...selectionOf(sample),
  ...(mode === 'editParameters' ? { isLeftToLab: false } : {}),
});

export const useSampleForm = (sample: SampleView, mode: SampleFormMode): SampleForm => {
  const [fields, setFields] = useState(() => fieldsOf(sample));
  const [selection, setSelection] = useState(() => selectionIn(mode, sample));
  const [touched, setTouched] = useState(false);
  const fill = (part: Partial<SampleFields>) => setFields((now) => ({ ...now, ...part }));
  return {
    fields,
    selection,
    touched,
    fill,
    change: (part) => {
      setTouched(true);
      fill(part);
    },
    select: (next) => {
      setTouched(true);
      setSelection(next);
    },
    takeOver: (stored) => {
      setFields(fieldsOf(stored));
      setSelection(selectionIn(mode, stored));
      setTouched(false);
    },
    saved: () => setTouched(false),
  };
};

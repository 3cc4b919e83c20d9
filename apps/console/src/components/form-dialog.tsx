import { Button } from '@blueprintjs/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Problem } from '#domain/rules';
import { useTexts } from '../i18n/texts.js';
import { openActionDialog } from './action-dialog.js';
import { AppDialog, type DialogWidth } from './app-dialog.js';
import { toastSuccess } from './toaster.js';
import { texts } from './units/unit.texts.js';
import { problemAt } from './units/unit-drafts.js';
import { focusWrongNumber } from './number-input.js';
import { useSubmit } from './use-submit.js';
import { FailureNote } from './failure-note.js';

/** Some members, or a function of the newest draft, for a change that waited for something. */
type Change<Draft> = Partial<Draft> | ((current: Draft) => Partial<Draft>);

type Props<Draft> = {
  title: string;
  width?: DialogWidth;
  initial: Draft;
  problemsOf(draft: Draft): readonly Problem[];
  /** Resolves to false if nothing was saved; then the form stays. */
  save(draft: Draft): Promise<unknown>;
  onDone(saved: boolean): void;
  children(
    draft: Draft,
    change: (some: Change<Draft>) => void,
    problemAt: (path: string) => string | undefined,
  ): ReactNode;
};

/**
 * A form in a dialog: problems are visible after the first attempt to save, input is discarded only on request, and a
 * refusal stays visible.
 */
export const FormDialog = <Draft extends object>({
  title,
  width = 900,
  initial,
  problemsOf,
  save,
  onDone,
  children,
}: Props<Draft>) => {
  const t = useTexts(texts);
  const [draft, setDraft] = useState(initial);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { failed, running, send } = useSubmit();
  const body = useRef<HTMLDivElement>(null);
  const firstField = useMemo(
    () => ({
      get current() {
        return firstFieldIn(body.current);
      },
    }),
    [],
  );
  const problems = problemsOf(draft);
  const isUnsaved = draft !== initial;
  const leave = async () => {
    if (running) return;
    if (
      !isUnsaved ||
      (await openActionDialog({
        action: t('discard'),
        sentence: t('discardSentence'),
        intent: 'danger',
        run: () => Promise.resolve(),
      }))
    )
      onDone(false);
  };
  const confirm = () => {
    setWasSubmitted(true);
    if (focusWrongNumber() || problems.length > 0) return;
    void send(async () => {
      if ((await save(draft)) === false) return false;
      toastSuccess(t('saved'));
      onDone(true);
      return true;
    });
  };
  return (
    <AppDialog
      title={title}
      width={width}
      hasUnsavedInput={isUnsaved}
      onClose={() => void leave()}
      onConfirm={confirm}
      firstField={firstField}
      footer={
        <>
          {wasSubmitted && problems.length > 0 && (
            <span className="danger-text dense" role="status">
              {t('problemsLeft', { n: problems.length })}
            </span>
          )}
          <Button className="push" text={t('cancel')} disabled={running} onClick={() => void leave()} />
          <Button intent="primary" text={t('save')} loading={running} onClick={confirm} />
        </>
      }
    >
      <div ref={body}>
        {children(
          draft,
          (some) => setDraft((current) => ({ ...current, ...(typeof some === 'function' ? some(current) : some) })),
          (path) => (wasSubmitted ? problemAt(problems, path) : undefined),
        )}
      </div>
      {failed && <FailureNote>{failed}</FailureNote>}
    </AppDialog>
  );
};

/** Focuses the first field of a form; null if the user is already in a field. */
const firstFieldIn = (body: HTMLElement | null): HTMLElement | null =>
  body?.querySelector(':focus')
    ? null
    : (body?.querySelector<HTMLElement>('input:not([readonly]):not([hidden])') ?? null);

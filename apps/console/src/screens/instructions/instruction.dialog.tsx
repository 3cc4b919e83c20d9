import { Button, Checkbox, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { addInstruction, deleteInstructions, type InstructionRow, updateInstruction } from '#contract';
import {
  INSTRUCTION_KINDS,
  INSTRUCTION_LIMITS,
  type InstructionKind,
  instructionProblems,
  type InstructionInput,
} from '#domain/instructions';
import { messageOfProblem } from '#domain/rules';
import { openActionDialog } from '../../components/action-dialog.js';
import { AppDialog } from '../../components/app-dialog.js';
import { openDialog } from '../../components/dialogs.js';
import { FailureNote } from '../../components/failure-note.js';
import { ReadOnlyFields, Field } from '../../components/field.js';
import '../../components/formatted-text.css';
import { RichTextField } from '../../components/rich-text-editor/rich-text-field.js';
import { RichText } from '../../components/rich-text.js';
import { toastSuccess } from '../../components/toaster.js';
import { language } from '../../i18n/language.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { logHandledFailure } from '../../lib/failures.js';
import { ApiError, callOperation } from '../../lib/http.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import './instructions.css';
import { texts } from './texts.js';
import { instructionsChanged, useKindNames } from './use-instructions.js';

/** Adds an instruction, or changes an existing one, unless somebody changed it meanwhile. @throws ApiError */
const saveInstruction = (
  existing: InstructionRow | null,
  input: InstructionInput,
): Promise<{ id: string; revision: number }> =>
  withIdempotencyKey(
    `save instruction ${JSON.stringify([existing?.id, existing?.revision, input])}`,
    (idempotencyKey) =>
      existing
        ? callOperation(updateInstruction, {
            body: { id: existing.id, ...input },
            ifMatch: existing.revision,
            idempotencyKey,
          })
        : callOperation(addInstruction, { body: input, idempotencyKey }),
  );

const WIDTH = 900;
type DialogInput = { mode: 'add' } | { mode: 'edit' | 'view'; instruction: InstructionRow };

const InstructionView = ({
  instruction,
  onDone,
  onEdit,
}: {
  instruction: InstructionRow;
  onDone(): void;
  onEdit(): void;
}) => {
  const t = useTexts(texts);
  const kindNames = useKindNames();
  return (
    <AppDialog
      title={t('viewTitle')}
      width={WIDTH}
      onClose={onDone}
      canOutsideClickClose
      footer={
        <>
          <Button className="push" text={t('close')} onClick={onDone} />
          <Button intent="primary" text={t('edit')} onClick={onEdit} />
        </>
      }
    >
      <div className="stack">
        <ReadOnlyFields
          items={[
            [t('title'), instruction.title, 2],
            [t('type'), kindNames(instruction.type)],
            [t('creator'), instruction.creatorUser],
            [
              t('created'),
              <span key="created" className="numeric">
                {dateTime(instruction.creationTime)}
              </span>,
            ],
            [
              t('updated'),
              <span
                key="updated"
                className="numeric"
              >{`${dateTime(instruction.lastModificationTime)} ${instruction.lastModifierUser}`}</span>,
            ],
          ]}
        />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- text that scrolls must be reachable by keyboard */}
        <div className="formatted-text framed" role="region" aria-label={t('content')} tabIndex={0}>
          <RichText html={instruction.content} links />
        </div>
      </div>
    </AppDialog>
  );
};

const InstructionForm = ({ existing, onDone }: { existing: InstructionRow | null; onDone(): void }) => {
  const t = useTexts(texts);
  const [initialDraft] = useState({
    type: existing?.type ?? '',
    title: existing?.title ?? '',
    content: existing?.content ?? '',
  });
  const [draft, setDraft] = useState(initialDraft);
  const [showsProblems, setShowsProblems] = useState(false);
  const [running, setRunning] = useState(false);
  const [failed, setFailed] = useState('');
  const isUnsaved = draft !== initialDraft;
  const problems = instructionProblems(draft);
  const problemAt = (path: string): string | undefined => {
    const match = showsProblems ? problems.find((problem) => problem.path === path) : undefined;
    return match && messageOfProblem(match, language());
  };
  const kinds = draft.type.split(',').filter(Boolean);
  const toggle = (kind: InstructionKind) =>
    setDraft({
      ...draft,
      type: INSTRUCTION_KINDS.filter((each) => kinds.includes(each) !== (each === kind)).join(','),
    });
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
      onDone();
  };
  const save = async () => {
    if (running) return;
    setShowsProblems(true);
    setFailed('');
    if (problems.length > 0) return;
    setRunning(true);
    try {
      await saveInstruction(existing, draft);
      toastSuccess(t('saved'));
      onDone();
      await instructionsChanged();
    } catch (error) {
      logHandledFailure(error);
      setFailed(error instanceof ApiError && !error.unexplained ? error.message : t('saveFailed'));
      setRunning(false);
    }
  };
  return (
    <AppDialog
      title={t(existing ? 'editTitle' : 'add')}
      width={WIDTH}
      hasUnsavedInput={isUnsaved}
      onClose={() => void leave()}
      onConfirm={() => void save()}
      footer={
        <>
          <Button className="push" text={t('cancel')} disabled={running} onClick={() => void leave()} />
          <Button intent="primary" text={t('save')} loading={running} onClick={() => void save()} />
        </>
      }
    >
      <div className="stack">
        <Field label={t('type')} required group error={problemAt('type')}>
          <div className="inline-choices">
            {INSTRUCTION_KINDS.map((kind) => (
              <Checkbox
                key={kind}
                className="check"
                label={t(`kind.${kind}`)}
                checked={kinds.includes(kind)}
                onChange={() => toggle(kind)}
              />
            ))}
          </div>
        </Field>
        <Field label={t('title')} required error={problemAt('title')}>
          <InputGroup
            fill
            intent={problemAt('title') ? 'danger' : 'none'}
            maxLength={INSTRUCTION_LIMITS.title}
            value={draft.title}
            onValueChange={(title) => setDraft({ ...draft, title })}
          />
        </Field>
        <Field label={t('content')} required group error={problemAt('content')}>
          <RichTextField
            label={t('content')}
            value={initialDraft.content}
            invalid={problemAt('content') !== undefined}
            onChange={(content) => setDraft((current) => ({ ...current, content }))}
          />
        </Field>
        {failed && <FailureNote>{failed}</FailureNote>}
      </div>
    </AppDialog>
  );
};

const InstructionDialog = ({ input, onDone }: { input: DialogInput; onDone(): void }) => {
  const [editing, setEditing] = useState(input.mode !== 'view');
  const instruction = input.mode === 'add' ? null : input.instruction;
  return instruction && !editing ? (
    <InstructionView instruction={instruction} onDone={onDone} onEdit={() => setEditing(true)} />
  ) : (
    <InstructionForm existing={instruction} onDone={onDone} />
  );
};

/** One dialog to view, add and edit (002 OI-007). */
export const openInstructionDialog = (input: DialogInput): Promise<void> =>
  openDialog<void>((settle) => <InstructionDialog input={input} onDone={() => settle()} />);

/** Asks, deletes and confirms (DG-012). */
export const confirmDeleteInstruction = async ({ id, revision, title }: InstructionRow): Promise<void> => {
  const isConfirmed = await openActionDialog({
    action: textOf(texts, 'deleteTitle'),
    sentence: textOf(texts, 'deleteSentence', { title }),
    intent: 'danger',
    run: () =>
      withIdempotencyKey(`delete instruction ${id} ${revision}`, (idempotencyKey) =>
        callOperation(deleteInstructions, { body: [id], ifMatch: revision, idempotencyKey }),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, 'deleted'));
  await instructionsChanged();
};

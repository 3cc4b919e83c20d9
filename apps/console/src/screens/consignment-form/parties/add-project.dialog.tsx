import { Button, InputGroup, TextArea } from '@blueprintjs/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getProjectList, insertProject, type ProjectRow } from '#contract';
import { AppDialog } from '../../../components/app-dialog.js';
import { Field } from '../../../components/field.js';
import { saveConfirmingDuplicateName } from '../../../components/managed-list.js';
import { toastSuccess, toastWarning } from '../../../components/toaster.js';
import { useTexts } from '../../../i18n/texts.js';
import { callOperation, newIdempotencyKey } from '../../../lib/http.js';
import { withIdempotencyKey } from '../../../lib/idempotent-write.js';
import { texts } from './texts.js';

const EMPTY = { projectName: '', projectCode: '', contractSectName: '', description: '' };

/** DG-003: a project of the caller's unit; only its name is required. */
export const AddProjectDialog = ({
  showsSectName,
  onClose,
  onAdded,
}: {
  showsSectName: boolean;
  onClose(): void;
  onAdded(project: ProjectRow): void;
}) => {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const [missing, setMissing] = useState(false);
  const [mark] = useState(newIdempotencyKey);
  const insert = useMutation({
    mutationFn: () =>
      saveConfirmingDuplicateName((sameNameConfirmed) => {
        const body = { ...draft, projectName: draft.projectName.trim(), sameNameConfirmed };
        return withIdempotencyKey(`project ${mark} ${JSON.stringify(body)}`, (idempotencyKey) =>
          callOperation(insertProject, { body, idempotencyKey }),
        );
      }),
    onSuccess: async (project) => {
      if (!project) return;
      toastSuccess(t('saved'));
      await queries.invalidateQueries({ queryKey: [getProjectList.name] });
      onAdded(project);
    },
  });
  const save = () => {
    if (draft.projectName.trim() === '') {
      setMissing(true);
      return toastWarning(t('projectNameRequired'));
    }
    if (!insert.isPending) insert.mutate();
  };
  const changeField = (name: keyof typeof EMPTY) => (event: { currentTarget: { value: string } }) => {
    setMissing(false);
    setDraft({ ...draft, [name]: event.currentTarget.value });
  };
  return (
    <AppDialog
      title={t('addProject')}
      width={550}
      hasUnsavedInput={draft !== EMPTY}
      onClose={onClose}
      onConfirm={save}
      footer={
        <>
          <Button className="push" text={t('cancel')} onClick={onClose} />
          <Button intent="primary" text={t('saveProject')} loading={insert.isPending} onClick={save} />
        </>
      }
    >
      <div className="stack">
        <Field label={t('projectName')} required error={missing ? t('projectNameRequired') : undefined}>
          <InputGroup fill maxLength={100} value={draft.projectName} onChange={changeField('projectName')} />
        </Field>
        <Field label={t('projectCode')}>
          <InputGroup fill maxLength={50} value={draft.projectCode} onChange={changeField('projectCode')} />
        </Field>
        {showsSectName && (
          <Field label={t('sectName')}>
            <InputGroup fill maxLength={50} value={draft.contractSectName} onChange={changeField('contractSectName')} />
          </Field>
        )}
        <Field label={t('description')}>
          <TextArea fill maxLength={500} value={draft.description} onChange={changeField('description')} />
        </Field>
      </div>
    </AppDialog>
  );
};

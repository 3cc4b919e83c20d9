import { HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import {
  getConsginUnitListBySys,
  getProjectById,
  getProjectList,
  insertProject,
  type ProjectDetail,
  type ProjectRow,
  updateProject,
} from '#contract';
import { projectProblems } from '#domain/projects';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { saveConfirmingDuplicateName } from '../../components/managed-list.js';
import { useTexts } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { texts } from './texts.js';

const NEW: ProjectDetail = {
  id: '',
  revision: 0,
  creationTime: '',
  projectName: '',
  projectCode: '',
  contractSectName: '',
  description: '',
  consignUnitId: null,
  consignUnitName: '',
  constructionUnit: '',
  constructionJzunit: '',
  jzunit: '',
};
const MEMBERS = ['projectCode', 'contractSectName', 'constructionUnit', 'constructionJzunit', 'jzunit'] as const;
/** A platform has a few hundred consigning units at most. */
const ALL = 1000;

const ProjectDialog = ({ existing, onDone }: { existing: ProjectDetail | null; onDone(): void }) => {
  const t = useTexts(texts);
  const units =
    useQuery({ ...queryOptionsOf(getConsginUnitListBySys, { maxResultCount: ALL }), staleTime: 60_000 }).data?.items ??
    [];
  const save = ({ id, revision, creationTime: _, consignUnitName: __, ...patch }: ProjectDetail) =>
    saveConfirmingDuplicateName((sameNameConfirmed) =>
      withIdempotencyKey(`project ${JSON.stringify([id, revision, patch, sameNameConfirmed])}`, (idempotencyKey) =>
        existing
          ? callOperation(updateProject, {
              body: { id, ...patch, sameNameConfirmed },
              ifMatch: revision,
              idempotencyKey,
            })
          : callOperation(insertProject, { body: { ...patch, sameNameConfirmed }, idempotencyKey }),
      ),
    );
  const handleDone = () => {
    onDone();
    void invalidateOperations(getProjectList);
  };
  return (
    <FormDialog
      title={t(existing ? 'editTitle' : 'add')}
      width={800}
      initial={existing ?? NEW}
      problemsOf={projectProblems}
      save={save}
      onDone={handleDone}
    >
      {(project, change, problemAt) => {
        const owners = [
          { value: '', label: t('everybody') },
          ...units.map(({ id, name }) => ({ value: id, label: name })),
        ];
        const isListed = project.consignUnitId === null || owners.some(({ value }) => value === project.consignUnitId);
        return (
          <div className="form-grid">
            <Field label={t('projectName')} required className="span-2" error={problemAt('projectName')}>
              <InputGroup
                fill
                intent={problemAt('projectName') ? 'danger' : 'none'}
                maxLength={200}
                value={project.projectName}
                onValueChange={(projectName) => change({ projectName })}
              />
            </Field>
            <Field label={t('owner')}>
              <HTMLSelect
                value={project.consignUnitId ?? ''}
                options={
                  isListed
                    ? owners
                    : [...owners, { value: project.consignUnitId ?? '', label: project.consignUnitName }]
                }
                onChange={(event) => change({ consignUnitId: event.currentTarget.value || null })}
              />
            </Field>
            {MEMBERS.map((member) => (
              <Field key={member} label={t(member)} error={problemAt(member)}>
                <InputGroup
                  fill
                  maxLength={200}
                  value={project[member]}
                  onValueChange={(value) => change({ [member]: value })}
                />
              </Field>
            ))}
            <Field label={t('description')} className="span-all" error={problemAt('description')}>
              <TextArea
                fill
                rows={3}
                value={project.description}
                onChange={(event) => change({ description: event.target.value })}
              />
            </Field>
          </div>
        );
      }}
    </FormDialog>
  );
};

/** Adds a project, or changes the current version of an existing one. */
export const openProjectDialog = async (row: ProjectRow | null): Promise<void> => {
  try {
    const existing = row && (await callOperation(getProjectById, { query: { id: row.id } }));
    await openDialog<void>((settle) => <ProjectDialog existing={existing} onDone={() => settle()} />);
  } catch (error) {
    reportFailure(error);
  }
};

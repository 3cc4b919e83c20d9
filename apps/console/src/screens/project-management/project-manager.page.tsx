import { Plus, Projects } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { deleteProject, getProjectList, type ProjectRow } from '#contract';
import { UNIT_LIMITS } from '#domain/units';
import { openActionDialog } from '../../components/action-dialog.js';
import { openChangeHistory } from '../../components/change-history/change-history.dialog.js';
import { type Column, orDash } from '../../components/data-table.js';
import { type ManagedFilters, ManagedList, pageQuery } from '../../components/managed-list.js';
import { toastSuccess } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations, listOptions } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { openProjectDialog } from './project.dialog.js';
import { texts } from './texts.js';

const useRows = (filters: ManagedFilters) =>
  useQuery(listOptions(getProjectList, { ...pageQuery(filters), ShowContractSectName: 'true' }));

const confirmDelete = async ({ id, projectName }: ProjectRow): Promise<void> => {
  const isConfirmed = await openActionDialog({
    action: textOf(texts, 'removeTitle'),
    sentence: textOf(texts, 'removeSentence', { name: projectName }),
    intent: 'danger',
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: UNIT_LIMITS.reason },
    run: (reason) =>
      withIdempotencyKey(`delete project ${id} ${reason}`, (idempotencyKey) =>
        callOperation(deleteProject, { query: { id, reason }, idempotencyKey }),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, 'removed'));
  await invalidateOperations(getProjectList);
};

const LABELS: Readonly<Record<string, keyof typeof texts.zh>> = {
  projectName: 'projectName',
  projectCode: 'projectCode',
  contractSectName: 'contractSectName',
  description: 'description',
  consignUnitName: 'owner',
  constructionUnit: 'constructionUnit',
  constructionJzunit: 'constructionJzunit',
  jzunit: 'jzunit',
};
const labelOf = (field: string): string | null => {
  const key = LABELS[field];
  return key ? textOf(texts, key) : null;
};

/** ProjectManager (002 PJ-008). */
const ProjectManagerPage = () => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const action = (text: string, { projectName }: ProjectRow, press: () => Promise<void>) => (
    <button type="button" className="link-button" aria-label={`${text} ${projectName}`} onClick={() => void press()}>
      {text}
    </button>
  );
  const columns: Column<ProjectRow>[] = [
    {
      key: 'code',
      head: t('projectCode'),
      width: 150,
      secondary: true,
      cell: ({ projectCode }) => <span className="numeric">{orDash(projectCode)}</span>,
      tooltip: ({ projectCode }) => projectCode,
    },
    {
      key: 'name',
      head: t('projectName'),
      cell: ({ projectName, projectCode, contractSectName }) =>
        wide ? (
          projectName
        ) : (
          <>
            {projectName}
            <div className="aux muted">{[projectCode, contractSectName].filter(Boolean).join(' · ')}</div>
          </>
        ),
      tooltip: ({ projectName }) => projectName,
    },
    {
      key: 'section',
      head: t('contractSectName'),
      width: 110,
      secondary: true,
      cell: ({ contractSectName }) => orDash(contractSectName),
    },
    {
      key: 'owner',
      head: t('owner'),
      secondary: true,
      cell: ({ consignUnitName }) => orDash(consignUnitName),
      tooltip: ({ consignUnitName }) => consignUnitName,
    },
    {
      key: 'actions',
      head: t('actions'),
      width: 140,
      noEllipsis: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide">
          {action(t('edit'), row, () => openProjectDialog(row))}
          {action(t('remove'), row, () => confirmDelete(row))}
          {action(t('history'), row, () =>
            openChangeHistory({ kind: 'project', id: row.id, name: row.projectName, labelOf }),
          )}
        </div>
      ),
    },
  ];
  return (
    <ManagedList
      caption={t('list')}
      searchLabel={t('search')}
      useRows={useRows}
      columns={columns.filter(({ key }) => wide || key === 'name' || key === 'actions')}
      onOpen={(row) => void openProjectDialog(row)}
      add={{ text: t('add'), icon: <Plus />, onClick: () => void openProjectDialog(null) }}
      empty={{ icon: <Projects size={28} />, title: t('none'), hint: t('noneHint') }}
    />
  );
};

export default ProjectManagerPage;

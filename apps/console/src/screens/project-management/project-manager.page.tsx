import { Plus, Projects } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { deleteProject, getProjectList, type ProjectRow } from '#contract';
import { UNIT_LIMITS } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { askChanges } from '../../components/change-history/change-history.dialog.js';
import { type Column, orNothing } from '../../components/data-table.js';
import { type ManagedFilters, ManagedList, pageOf } from '../../components/managed-list.js';
import { succeed } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed, listOptions } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { askProject } from './project.dialog.js';
import { texts } from './texts.js';

const useRows = (filters: ManagedFilters) =>
  useQuery(listOptions(getProjectList, { ...pageOf(filters), ShowContractSectName: 'true' }));

const askDelete = async ({ id, projectName }: ProjectRow): Promise<void> => {
  const done = await askAction({
    verb: textOf(texts, 'removeTitle'),
    sentence: textOf(texts, 'removeSentence', { name: projectName }),
    intent: 'danger',
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: UNIT_LIMITS.reason },
    run: (reason) =>
      underOneKey(`delete project ${id} ${reason}`, (idempotencyKey) =>
        call(deleteProject, { query: { id, reason }, idempotencyKey }),
      ),
  });
  if (done) succeed(textOf(texts, 'removed'));
  await changed(getProjectList);
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
  const verb = (text: string, { projectName }: ProjectRow, press: () => Promise<void>) => (
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
      cell: ({ projectCode }) => <span className="numeric">{orNothing(projectCode)}</span>,
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
      cell: ({ contractSectName }) => orNothing(contractSectName),
    },
    {
      key: 'owner',
      head: t('owner'),
      secondary: true,
      cell: ({ consignUnitName }) => orNothing(consignUnitName),
      tooltip: ({ consignUnitName }) => consignUnitName,
    },
    {
      key: 'actions',
      head: t('actions'),
      width: 140,
      whole: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide">
          {verb(t('edit'), row, () => askProject(row))}
          {verb(t('remove'), row, () => askDelete(row))}
          {verb(t('history'), row, () => askChanges({ kind: 'project', id: row.id, name: row.projectName, labelOf }))}
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
      onOpen={(row) => void askProject(row)}
      add={{ text: t('add'), icon: <Plus />, onClick: () => void askProject(null) }}
      empty={{ icon: <Projects size={28} />, title: t('none'), hint: t('noneHint') }}
    />
  );
};

export default ProjectManagerPage;

import { Button, Checkbox, InputGroup, Tag } from '@blueprintjs/core';
import { Plus, Projects, Search } from '@blueprintjs/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getProjectList, type ProjectRow } from '#contract';
import { foldedName } from '#domain/text';
import { AppDialog } from '../../../components/app-dialog.js';
import { orDash } from '../../../components/data-table.js';
import { EmptyState, LoadedRows } from '../../../components/page-states.js';
import { Pager } from '../../../components/pager.js';
import { toastWarning } from '../../../components/toaster.js';
import { useTexts } from '../../../i18n/texts.js';
import { atLeast } from '../../../lib/event-position.js';
import { queryOptionsOf } from '../../../lib/queries.js';
import { AddProjectDialog } from './add-project.dialog.js';
import './parties.css';
import { texts } from './texts.js';

/** DG-002. */
const PAGE_SIZES = [7, 20, 30, 50] as const;

export type ProjectDialogProps = {
  currentId: string | null;
  /** IsEnableProjectContractSectName of the testing unit. */
  showsSectName: boolean;
  onClose(): void;
  onChosen(project: ProjectRow): void;
};

const repeatedNames = (projects: readonly ProjectRow[]): ReadonlySet<string> => {
  const names = projects.map(({ projectName }) => foldedName(projectName));
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
};

/** DG-002: the projects of the unit, or all of them; the user chooses one, or adds one first (DG-003). */
export const ProjectDialog = ({ currentId, showsSectName, onClose, onChosen }: ProjectDialogProps) => {
  const t = useTexts(texts);
  const [searchText, setSearchText] = useState('');
  const [query, setQuery] = useState({ search: '', getMyProject: true, page: 1, size: PAGE_SIZES[0] as number });
  const [selection, setSelection] = useState<ProjectRow | null>(null);
  const [adding, setAdding] = useState(false);
  const projectQuery = {
    search: query.search,
    skipCount: (query.page - 1) * query.size,
    maxResultCount: query.size,
    getMyProject: String(query.getMyProject),
    ...(atLeast() ? { atLeast: atLeast() } : {}),
  };
  const projects = useQuery({
    ...queryOptionsOf(getProjectList, { ...projectQuery, ShowContractSectName: String(showsSectName) }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const repeated = repeatedNames(projects.data?.items ?? []);
  // Without a column for sections, they are read once a name alone does not identify a project.
  const sections = useQuery({
    ...queryOptionsOf(getProjectList, { ...projectQuery, ShowContractSectName: 'true' }),
    enabled: !showsSectName && repeated.size > 0,
    meta: { quiet: true },
  });
  const besideName = (project: ProjectRow): string => {
    if (!repeated.has(foldedName(project.projectName))) return project.description;
    const section = sections.data?.items.find(({ id }) => id === project.id)?.contractSectName;
    return [section, project.description || project.constructionUnit].filter(Boolean).join('　');
  };
  const labelOf = (project: ProjectRow): string =>
    repeated.has(foldedName(project.projectName))
      ? [project.projectName, besideName(project)].filter(Boolean).join('　')
      : project.projectName;
  const confirm = () => {
    if (!selection) return toastWarning(t('mustChooseProject'));
    onChosen(selection);
    onClose();
  };
  const search = (text: string) => {
    setSelection(null);
    setQuery({ ...query, search: text.trim(), page: 1 });
  };

  if (adding)
    return (
      <AddProjectDialog
        showsSectName={showsSectName}
        onClose={() => setAdding(false)}
        onAdded={(project) => {
          setAdding(false);
          setSelection(project);
          setSearchText('');
          setQuery({ ...query, search: '', page: 1 });
          void projects.refetch();
        }}
      />
    );
  return (
    <AppDialog
      title={t('chooseProject')}
      width={800}
      onClose={onClose}
      onConfirm={confirm}
      footer={
        <>
          {selection && <span className="aux secondary ellipsis">{labelOf(selection)}</span>}
          <Button className="push" text={t('cancel')} onClick={onClose} />
          <Button intent="primary" text={t('useProject')} onClick={confirm} />
        </>
      }
    >
      <div className="row wide project-search">
        <InputGroup
          className="grow"
          leftIcon={<Search />}
          placeholder={t('projectSearch')}
          aria-label={t('search')}
          value={searchText}
          onChange={(event) => setSearchText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.ctrlKey) {
              event.preventDefault();
              search(searchText);
            }
          }}
        />
        <Checkbox
          className="check"
          label={t('showAll')}
          checked={!query.getMyProject}
          onChange={(event) => {
            setSelection(null);
            setQuery({ ...query, getMyProject: !event.currentTarget.checked, page: 1 });
          }}
        />
        <Button icon={<Plus />} text={t('add')} onClick={() => setAdding(true)} />
      </div>
      <div className="party-list">
        <LoadedRows
          query={projects}
          rows={projects.isError ? undefined : projects.data?.items}
          skeletonRows={5}
          empty={
            <EmptyState icon={<Projects size={28} />} title={t('noProject')}>
              {t('noProjectHint')}
            </EmptyState>
          }
        >
          {(items) => (
            <table className="data-table as-cards" aria-label={t('chooseProject')}>
              <colgroup>
                <col style={{ width: 44 }} />
                <col />
                <col style={{ width: 180 }} />
                {showsSectName && <col style={{ width: 120 }} />}
              </colgroup>
              <thead>
                <tr>
                  <th className="whole">
                    <span className="only-heard">{t('choose')}</span>
                  </th>
                  <th>{t('projectName')}</th>
                  <th>{t('projectCode')}</th>
                  {showsSectName && <th>{t('sectName')}</th>}
                </tr>
              </thead>
              <tbody>
                {items.map((project) => (
                  <tr
                    key={project.id}
                    aria-selected={selection?.id === project.id}
                    onClick={() => setSelection(project)}
                    onDoubleClick={() => {
                      onChosen(project);
                      onClose();
                    }}
                  >
                    <td className="whole card-choice">
                      <input
                        type="radio"
                        className="party-radio"
                        name="project"
                        aria-label={labelOf(project)}
                        checked={selection?.id === project.id}
                        onChange={() => setSelection(project)}
                      />
                    </td>
                    <td className="card-title" title={project.description || project.projectName}>
                      {project.projectName}
                      {project.id === currentId && (
                        <Tag minimal className="party-current">
                          {t('currentOne')}
                        </Tag>
                      )}
                      {besideName(project) && <span className="party-current aux muted">{besideName(project)}</span>}
                    </td>
                    <td className="secondary">{orDash(project.projectCode)}</td>
                    {showsSectName && <td className="secondary">{orDash(project.contractSectName)}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </LoadedRows>
      </div>
      {projects.data && (
        <Pager
          page={query.page}
          pageSize={query.size}
          total={projects.data.totalCount}
          isCapped={projects.data.totalIsCapped ?? false}
          sizes={PAGE_SIZES}
          onPage={(page) => setQuery({ ...query, page })}
          onPageSize={(size) => setQuery({ ...query, size, page: 1 })}
        />
      )}
    </AppDialog>
  );
};

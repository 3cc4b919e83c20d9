import { Button, HTMLSelect, Tag } from '@blueprintjs/core';
import { ArrowDown, ArrowUp, History, ListDetailView, Lock, Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { getSampleLevels, type ReferenceListView, type ReferenceListEntry, listReferenceLists } from '#contract';
import { type Column, DataTable, orDash, RowAction } from '../../components/data-table.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page-states.js';
import { listSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import './catalogue-management.css';
import { openListHistory, moveEntry, toggleEntry, listTitle } from './catalogue-writes.js';
import { openListEntryDialog } from './list-entry.dialog.js';
import { texts } from './lists.texts.js';

/**
 * Dictionaries and qualifications of the platform: the lists at the left, the entries of the chosen one at the right
 * (002 CAT-007).
 */
const ListsPage = () => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const [address, setAddress] = useSearchParams();
  const lists = useQuery({ ...queryOptionsOf(listReferenceLists), meta: { quiet: true } });
  const current = lists.data?.find(({ name }) => name === address.get('list')) ?? lists.data?.[0];
  const openList = (name: string) => setAddress({ list: name });
  return (
    <>
      <PageHeader
        actions={
          current && (
            <>
              <Button icon={<History />} text={t('history')} onClick={() => void openListHistory(current)} />
              {!current.isFixed && (
                <Button
                  intent="primary"
                  icon={<Plus />}
                  text={t('add')}
                  onClick={() => void openListEntryDialog(current, null)}
                />
              )}
            </>
          )
        }
      />
      <div className="page-body scrolls">
        {lists.isPending ? (
          <div className="card">
            <LoadingRows rows={8} />
          </div>
        ) : !lists.data || !current ? (
          <div className="card">
            <ErrorState error={lists.error} onRetry={() => void lists.refetch()} />
          </div>
        ) : (
          <div className="reference-lists">
            {wide ? (
              <nav className="card reference-lists__names" aria-label={t('lists')}>
                {lists.data.map((list) => (
                  <ListLink key={list.name} list={list} isShown={list === current} onOpen={openList} />
                ))}
              </nav>
            ) : (
              <HTMLSelect
                fill
                aria-label={t('lists')}
                value={current.name}
                options={lists.data.map((list) => ({ value: list.name, label: listTitle(list) }))}
                onChange={(event) => openList(event.currentTarget.value)}
              />
            )}
            <div className="card list-card managed-list">
              {current.isFixed && (
                <p className="reference-lists__note muted">
                  <Lock size={14} />
                  {t('fixed')}
                </p>
              )}
              {current.entries.length === 0 ? (
                <EmptyState icon={<ListDetailView size={28} />} title={t('none')}>
                  {t('noneHint')}
                </EmptyState>
              ) : (
                <Entries list={current} wide={wide} />
              )}
            </div>
          </div>
        )}
      </div>
    </>
  );
};

const ListLink = ({
  list,
  isShown,
  onOpen,
}: {
  list: ReferenceListView;
  isShown: boolean;
  onOpen(name: string): void;
}) => (
  <button type="button" aria-current={isShown ? 'page' : undefined} onClick={() => onOpen(list.name)}>
    <span className="ellipsis">{listTitle(list)}</span>
    {list.isFixed ? <Lock className="muted" size={12} /> : <span className="muted numeric">{list.entries.length}</span>}
  </button>
);

const Entries = ({ list, wide }: { list: ReferenceListView; wide: boolean }) => {
  const t = useTexts(texts);
  const levels =
    useQuery({
      ...queryOptionsOf(getSampleLevels, {}),
      staleTime: 60_000,
      enabled: list.codes === 'none',
      meta: { quiet: true },
    }).data ?? [];
  const categoryNames = ({ bigCategoryIds }: ReferenceListEntry) =>
    bigCategoryIds
      .map((id) => levels.find(({ sampleLevelId }) => sampleLevelId === id)?.name ?? '')
      .filter(Boolean)
      .join(listSeparator());
  const isLastOn = (entry: ReferenceListEntry) =>
    !entry.isOff && list.entries.filter(({ isOff }) => !isOff).length === 1;
  const state = ({ isOff }: ReferenceListEntry) => (
    <Tag minimal intent={isOff ? 'none' : 'success'}>
      {t(isOff ? 'off' : 'on')}
    </Tag>
  );
  const actions = (entry: ReferenceListEntry) => {
    const index = list.entries.indexOf(entry);
    return (
      <div className="row">
        <Button
          variant="minimal"
          size="small"
          icon={<ArrowUp />}
          aria-label={`${t('up')} ${entry.name}`}
          disabled={index === 0}
          onClick={() => void moveEntry(list, entry, -1)}
        />
        <Button
          variant="minimal"
          size="small"
          icon={<ArrowDown />}
          aria-label={`${t('down')} ${entry.name}`}
          disabled={index === list.entries.length - 1}
          onClick={() => void moveEntry(list, entry, 1)}
        />
        <RowAction text={t('edit')} name={entry.name} onPress={() => void openListEntryDialog(list, entry)} />
        {isLastOn(entry) ? (
          <span className="aux muted">{t('lastOn')}</span>
        ) : (
          <RowAction
            text={t(entry.isOff ? 'switchOn' : 'switchOff')}
            name={entry.name}
            onPress={() => void toggleEntry(list, entry)}
          />
        )}
      </div>
    );
  };
  const columns: Column<ReferenceListEntry>[] = [
    {
      key: 'place',
      head: t('place'),
      width: 64,
      align: 'right',
      cell: (entry) => <span className="numeric">{list.entries.indexOf(entry) + 1}</span>,
    },
    {
      key: 'name',
      head: t('name'),
      ...(wide ? { width: 240 } : {}),
      cell: (entry) =>
        wide ? (
          entry.name
        ) : (
          <>
            {entry.name}
            <div className="aux muted row tight">
              {entry.code !== entry.name && entry.code}
              {state(entry)}
            </div>
          </>
        ),
      tooltip: ({ name }) => name,
    },
    ...(list.codes === 'none'
      ? [
          {
            key: 'categories',
            head: t('bigCategories'),
            secondary: true,
            cell: (entry: ReferenceListEntry) => orDash(categoryNames(entry)),
            tooltip: categoryNames,
          },
        ]
      : [
          {
            key: 'code',
            head: t('code'),
            width: 160,
            secondary: true,
            cell: ({ code }: ReferenceListEntry) => code,
            tooltip: ({ code }: ReferenceListEntry) => code,
          },
        ]),
    { key: 'memo', head: t('memo'), secondary: true, cell: ({ memo }) => orDash(memo), tooltip: ({ memo }) => memo },
    { key: 'state', head: t('state'), width: 88, noEllipsis: true, cell: state },
    ...(list.isFixed
      ? []
      : [
          {
            key: 'actions',
            head: t('actions'),
            width: wide ? 208 : 168,
            noEllipsis: true,
            pinned: wide,
            cell: actions,
          },
        ]),
  ];
  return (
    <DataTable
      caption={listTitle(list)}
      columns={columns.filter(({ key }) => wide || key === 'name' || key === 'actions')}
      rows={list.entries}
      keyOf={({ id }) => id}
      {...(list.isFixed ? {} : { onOpen: (entry: ReferenceListEntry) => void openListEntryDialog(list, entry) })}
    />
  );
};

export default ListsPage;

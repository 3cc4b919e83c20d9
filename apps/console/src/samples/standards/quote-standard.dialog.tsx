import { Button, Checkbox, InputGroup } from '@blueprintjs/core';
import { Manual, Search } from '@blueprintjs/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getStandardList, type StandardPickerRow } from '#contract';
import { standardTypeOf } from '#domain/sample';
import { AppDialog } from '../../components/app-dialog.js';
import { orDash } from '../../components/data-table.js';
import { EmptyState, LoadedRows } from '../../components/page-states.js';
import { Pager } from '../../components/pager.js';
import { toastWarning } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { unitQueryOptions } from '../../lib/pre-service.js';
import { isStandardExpired } from './standard-rows.js';
import './standards.css';
import { texts } from './standards.texts.js';

/** 001.md A-15. */
const PAGE_SIZES = [10, 20, 30, 40] as const;

type Props = {
  testUnitId: string | null;
  /** Ids that are in the list already. */ existingIds: readonly string[];
  onClose(): void;
  onQuoted(standards: StandardPickerRow[]): void;
};

/** 引用标准信息 (STD-001 to STD-004): standards of the laboratory by name or publication number, several at once. */
export const QuoteStandardDialog = ({ testUnitId, existingIds, onClose, onQuoted }: Props) => {
  const t = useTexts(texts);
  const [searchText, setSearchText] = useState('');
  const [query, setQuery] = useState<{ search: string; page: number; size: number }>({
    search: '',
    page: 1,
    size: PAGE_SIZES[0],
  });
  /** Stays while the pages change. */
  const [selection, setSelection] = useState<ReadonlyMap<string, StandardPickerRow>>(new Map());
  const standards = useQuery({
    ...unitQueryOptions(getStandardList, {
      search: query.search,
      skipCount: (query.page - 1) * query.size,
      maxResultCount: query.size,
      ...(testUnitId ? { testUnitId } : {}),
    }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const search = () => setQuery({ ...query, search: searchText.trim(), page: 1 });
  const pick = (standard: StandardPickerRow) =>
    setSelection((current) => {
      const next = new Map(current);
      if (!next.delete(standard.id)) next.set(standard.id, standard);
      return next;
    });
  const confirm = () => {
    if (selection.size === 0) return toastWarning(t('mustPick'));
    onQuoted([...selection.values()]);
    onClose();
  };
  return (
    <AppDialog
      title={t('quoteTitle')}
      width={900}
      hasUnsavedInput={selection.size > 0}
      onClose={onClose}
      onConfirm={confirm}
      footer={
        <>
          <span className="dense numeric">{t('picked', { count: selection.size })}</span>
          <Button className="push" text={t('cancel')} onClick={onClose} />
          <Button
            intent="primary"
            text={t('confirm')}
            endIcon={<span className="key-hint on-primary">Ctrl ↵</span>}
            onClick={confirm}
          />
        </>
      }
    >
      <div className="row wide">
        <InputGroup
          className="grow"
          leftIcon={<Search />}
          placeholder={t('searchPlaceholder')}
          aria-label={t('searchPlaceholder')}
          value={searchText}
          onChange={(event) => setSearchText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) {
              event.preventDefault();
              search();
            }
          }}
        />
        <Button text={t('query')} onClick={search} />
      </div>
      <div className="quote-list">
        <LoadedRows
          query={standards}
          rows={standards.isError ? undefined : standards.data?.items}
          skeletonRows={10}
          failedTitle={t('listFailed')}
          empty={
            <EmptyState
              icon={<Manual size={28} />}
              title={query.search ? t('noneFound', { text: query.search }) : t('none')}
            />
          }
        >
          {(items) => (
            <table className="data-table as-cards" aria-label={t('quoteTitle')} style={{ minWidth: 780 }}>
              <colgroup>
                <col style={{ width: 40 }} />
                <col />
                <col style={{ width: 170 }} />
                <col style={{ width: 140 }} />
                <col style={{ width: 104 }} />
                <col style={{ width: 104 }} />
              </colgroup>
              <thead>
                <tr>
                  <th className="whole">
                    <span className="only-heard">{t('choose')}</span>
                  </th>
                  <th>{t('name')}</th>
                  <th>{t('code')}</th>
                  <th>{t('type')}</th>
                  <th>{t('executeDate')}</th>
                  <th>{t('expireDate')}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((standard) => (
                  <tr key={standard.id} aria-selected={selection.has(standard.id)} onDoubleClick={() => pick(standard)}>
                    <td className="whole card-choice">
                      <Checkbox
                        className="check"
                        aria-label={`${standard.printsManCode} ${standard.baseStandardName}`}
                        checked={selection.has(standard.id)}
                        onChange={() => pick(standard)}
                      />
                    </td>
                    <td className="card-title" title={standard.baseStandardName}>
                      {standard.baseStandardName}
                      {existingIds.includes(standard.id) && <span className="aux muted">　{t('alreadyThere')}</span>}
                    </td>
                    <td title={standard.printsManCode}>{standard.printsManCode}</td>
                    <td>{t(`type.${standardTypeOf(standard.type)}`)}</td>
                    <td className="numeric" data-label={t('executeDate')}>
                      {orDash(standard.executeDate)}
                    </td>
                    <td className="numeric" data-label={t('expireDate')}>
                      {isStandardExpired(standard) ? (
                        <span className="danger-text">{standard.expireDate}</span>
                      ) : (
                        orDash(standard.expireDate)
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </LoadedRows>
      </div>
      {standards.data && (
        <Pager
          jumper
          page={query.page}
          pageSize={query.size}
          total={standards.data.totalCount}
          sizes={PAGE_SIZES}
          onPage={(page) => setQuery({ ...query, page })}
          onPageSize={(size) => setQuery({ ...query, page: 1, size })}
        />
      )}
    </AppDialog>
  );
};

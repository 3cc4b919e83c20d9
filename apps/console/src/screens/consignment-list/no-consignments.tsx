import { Button } from '@blueprintjs/core';
import { Cube, Inbox, Search } from '@blueprintjs/icons';
import { EmptyState } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { isClient, isTestingUnit, useUser } from '../../lib/session.js';
import { clearFilters, isFiltered, type ListFilters } from './list-filters.js';
import type { ListKind } from './list-kinds.js';
import { texts } from './texts.js';

type NoConsignmentsProps = {
  kind: ListKind;
  filters: ListFilters;
  elsewhere: number;
  onChange(change: Partial<ListFilters>): void;
  /** Null if this user creates nothing here. */
  onNew: (() => void) | null;
};

/** Why the list is empty and what to do about it. If filters hide rows, it says how many. */
export const NoConsignments = ({ kind, filters, elsewhere, onChange, onNew }: NoConsignmentsProps) => {
  const t = useTexts(texts);
  const user = useUser();
  if (isFiltered(filters)) {
    const byStatus = filters.statuses.length > 0 && elsewhere > 0;
    return (
      <EmptyState
        icon={<Search size={28} />}
        title={t('noMatch')}
        actions={
          <>
            <Button text={t('clearFilters')} onClick={() => onChange(clearFilters(filters))} />
            {byStatus && (
              <Button
                intent="primary"
                text={t('showElsewhere', { n: elsewhere })}
                onClick={() => onChange({ statuses: [] })}
              />
            )}
          </>
        }
      >
        {byStatus ? t('noMatchElsewhere', { n: elsewhere }) : t('noMatchText')}
      </EmptyState>
    );
  }
  if (kind === 'incoming' || isTestingUnit(user))
    return (
      <EmptyState icon={<Inbox size={28} />} title={t('noneIncoming')}>
        {t('noneIncomingText')}
      </EmptyState>
    );
  if (!isClient(user))
    return (
      <EmptyState icon={<Cube size={28} />} title={t('none')}>
        {t('noneReader')}
      </EmptyState>
    );
  const [title, text, action] =
    kind === 'site' || kind === 'handover'
      ? (['noneSite', 'noneSiteText', 'newSite'] as const)
      : (['none', 'noneText', 'new'] as const);
  return (
    <EmptyState
      icon={<Cube size={28} />}
      title={t(title)}
      actions={onNew && <Button intent="primary" text={t(action)} onClick={onNew} />}
    >
      {t(text)}
    </EmptyState>
  );
};

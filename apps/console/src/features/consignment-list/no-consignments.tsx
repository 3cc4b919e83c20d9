import { Button } from '@blueprintjs/core';
import { Cube, Inbox, Search } from '@blueprintjs/icons';
import { Empty } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { isClient, isTestingUnit, useUser } from '../../lib/session.js';
import type { ListKind } from './list-kinds.js';
import { cleared, isFiltered, type ListFilters } from './list-filters.js';
import { texts } from './texts.js';

type NoConsignmentsProps = {
  kind: ListKind;
  filters: ListFilters;
  elsewhere: number;
  onChange(change: Partial<ListFilters>): void;
  /** Null where nothing new can be begun. */ onNew: (() => void) | null;
};

/** Why the list is empty and what to do about it: nothing there yet, or filtered out, and then how many lie outside. */
export const NoConsignments = ({ kind, filters, elsewhere, onChange, onNew }: NoConsignmentsProps) => {
  const t = useTexts(texts);
  const user = useUser();
  if (isFiltered(filters)) {
    const byStatus = filters.statuses.length > 0 && elsewhere > 0;
    return (
      <Empty
        icon={<Search size={28} />}
        title={t('noMatch')}
        actions={
          <>
            <Button text={t('clearFilters')} onClick={() => onChange(cleared(filters))} />
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
      </Empty>
    );
  }
  if (kind === 'incoming' || isTestingUnit(user))
    return (
      <Empty icon={<Inbox size={28} />} title={t('noneIncoming')}>
        {t('noneIncomingText')}
      </Empty>
    );
  if (!isClient(user))
    return (
      <Empty icon={<Cube size={28} />} title={t('none')}>
        {t('noneReader')}
      </Empty>
    );
  const [title, text, verb] =
    kind === 'site' || kind === 'handover'
      ? (['noneSite', 'noneSiteText', 'newSite'] as const)
      : (['none', 'noneText', 'new'] as const);
  return (
    <Empty
      icon={<Cube size={28} />}
      title={t(title)}
      actions={onNew && <Button intent="primary" text={t(verb)} onClick={onNew} />}
    >
      {t(text)}
    </Empty>
  );
};

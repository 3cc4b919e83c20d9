import { Button } from '@blueprintjs/core';
import { Document, Search } from '@blueprintjs/icons';
import { Empty } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { isClient, isTestingUnit, useUser } from '../../lib/session.js';
import { isFiltered, NO_FILTERS, type ReportFilters } from './report-filters.js';
import { texts } from './texts.js';

/** Why the list is empty and what to do about it. */
export const NoReports = ({
  filters,
  elsewhere,
  onChange,
}: {
  filters: ReportFilters;
  elsewhere: number;
  onChange(change: Partial<ReportFilters>): void;
}) => {
  const t = useTexts(texts);
  const user = useUser();
  if (!isFiltered(filters))
    return (
      <Empty icon={<Document size={28} />} title={t('none')}>
        {t(isTestingUnit(user) ? 'noneLab' : isClient(user) ? 'noneClient' : 'noneReader')}
      </Empty>
    );
  const byStatus = filters.statuses.length > 0 && elsewhere > 0;
  return (
    <Empty
      icon={<Search size={28} />}
      title={t('noMatch')}
      actions={
        <>
          <Button text={t('clearFilters')} onClick={() => onChange(NO_FILTERS)} />
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
};

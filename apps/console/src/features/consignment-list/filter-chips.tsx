import { Tag } from '@blueprintjs/core';
import { Link as LinkIcon } from '@blueprintjs/icons';
import { useStatusName } from '../../consignment/statuses.js';
import { texts as consignmentTexts } from '../../consignment/texts.js';
import { useTexts } from '../../i18n/texts.js';
import { cleared, isFiltered, type ListFilters } from './list-filters.js';
import { kindKey } from './kind-choice.js';
import { useProjects } from './more-filters.js';
import { texts } from './texts.js';
import { comma } from '../../i18n/comma.js';

/** Every filter is a chip that can be taken away; none: nothing stands here. */
export const FilterChips = ({
  filters,
  onChange,
}: {
  filters: ListFilters;
  onChange(change: Partial<ListFilters>): void;
}) => {
  const t = useTexts(texts);
  const nameOf = useStatusName();
  const projects = useProjects();
  const kinds = useTexts(consignmentTexts);
  if (!isFiltered(filters)) return null;
  const chips: [key: string, text: string, without: Partial<ListFilters>][] = [];
  if (filters.keyword) chips.push(['keyword', t('chipKeyword', { value: filters.keyword }), { keyword: '' }]);
  if (filters.person) chips.push(['person', t('chipPerson', { value: filters.person }), { person: '' }]);
  if (filters.statuses.length > 0)
    chips.push(['status', t('chipStatus', { value: filters.statuses.map(nameOf).join(comma()) }), { statuses: [] }]);
  if (filters.projectId)
    chips.push([
      'project',
      t('chipProject', { value: projects.find(({ id }) => id === filters.projectId)?.projectName ?? '…' }),
      { projectId: '' },
    ]);
  if (filters.consignType !== null)
    chips.push(['kind', t('chipKind', { value: kinds(kindKey(filters.consignType)) }), { consignType: null }]);
  if (filters.from) chips.push(['from', t('chipFrom', { value: filters.from }), { from: '' }]);
  if (filters.to) chips.push(['to', t('chipTo', { value: filters.to }), { to: '' }]);
  return (
    <div className="filter-chips">
      <span className="muted">{t('filters')}</span>
      {chips.map(([key, text, without]) => (
        <Tag key={key} minimal onRemove={() => onChange(without)}>
          {text}
        </Tag>
      ))}
      <button type="button" className="link-button" onClick={() => onChange(cleared(filters))}>
        {t('clear')}
      </button>
      <span className="muted push row tight in-url">
        <LinkIcon size={12} />
        {t('inUrl')}
      </span>
    </div>
  );
};

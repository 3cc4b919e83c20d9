import { Button, ButtonGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import type { RefObject } from 'react';
import { useStatuses } from '../../consignment/statuses.js';
import { useTexts } from '../../i18n/texts.js';
import { useDebounced } from '../../lib/use-debounced.js';
import { texts } from './texts.js';
import type { PrintFilters } from './use-printables.js';

const KINDS = [
  [1, 'raw'],
  [2, 'site2'],
  [3, 'handover'],
] as const;

/** Kind, keyword and status. Typing waits a moment (DESIGN 4). */
export const PrintableFilters = ({
  filters,
  onChange,
  searchField,
}: {
  filters: PrintFilters;
  onChange(change: Partial<PrintFilters>): void;
  searchField: RefObject<HTMLInputElement | null>;
}) => {
  const t = useTexts(texts);
  const statuses = useStatuses();
  const [keyword, setKeyword] = useDebounced(filters.keyword, (value) => onChange({ keyword: value }));
  return (
    <div className="print-filters" role="search" aria-label={t('filters')}>
      <ButtonGroup variant="outlined" role="group" aria-label={t('kind')}>
        {KINDS.map(([kind, text]) => (
          <Button
            key={kind}
            text={t(text)}
            active={filters.kind === kind}
            aria-pressed={filters.kind === kind}
            onClick={() => onChange({ kind })}
          />
        ))}
      </ButtonGroup>
      <InputGroup
        className="print-keyword"
        inputRef={searchField}
        leftElement={
          <span className="bp6-icon">
            <Search />
          </span>
        }
        value={keyword}
        onValueChange={setKeyword}
        placeholder={t('keyword')}
        aria-label={t('keyword')}
        rightElement={<span className="key-hint in-field only-wide">/</span>}
      />
      <HTMLSelect
        aria-label={t('status')}
        value={filters.status ?? ''}
        options={[
          { value: '', label: t('anyStatus') },
          ...statuses.map(({ status, name }) => ({ value: status, label: name })),
        ]}
        onChange={(event) =>
          onChange({ status: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })
        }
      />
    </div>
  );
};

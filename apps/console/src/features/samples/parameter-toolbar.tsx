import { Button, ButtonGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import type { KeyboardEvent, RefObject } from 'react';
import type { getParamPacks, OfferedParameter, ResultOf } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { offeredStandards, type ParameterFilter } from './parameter-list.js';
import type { Selection } from './selection.js';
import { texts as more } from './selection.texts.js';
import { codeOf } from './standard-links.js';
import { texts } from './texts.js';

type Props = {
  parameters: readonly OfferedParameter[];
  packs: ResultOf<typeof getParamPacks>;
  packsFailed: boolean;
  selection: Selection;
  filter: ParameterFilter;
  search: RefObject<HTMLInputElement | null>;
  onSearch(text: string): void;
  onStandard(key: string): void;
  /** Arrow down in the search box: into the table. */
  onDown(): void;
  onPack(id: string): void;
};

/** Name search, standard filter and packs (SS-007). The filter is there only where a conclusion is needed. */
export const ParameterToolbar = ({
  parameters,
  packs,
  packsFailed,
  selection,
  filter,
  search,
  onSearch,
  onStandard,
  onDown,
  onPack,
}: Props) => {
  const t = useTexts(texts);
  const say = useTexts(more);
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    // The table is searched while one types, so Enter has nothing left to do: it neither chooses nor sends anything.
    if (event.key === 'ArrowDown') onDown();
  };
  return (
    <div className="parameter-toolbar">
      <InputGroup
        className="parameter-search"
        inputRef={search}
        leftIcon={<Search />}
        placeholder={t('searchParameter')}
        aria-label={t('searchParameter')}
        title={say('quickTick')}
        value={filter.search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={keys}
      />
      {selection.isNeedConclusion && (
        <HTMLSelect
          aria-label={t('standardFilter')}
          value={filter.standardKey}
          options={[
            { value: '', label: t('allStandards') },
            ...offeredStandards(parameters).map((standard) => ({ value: standard.uniqueKey, label: codeOf(standard) })),
          ]}
          onChange={(event) => onStandard(event.currentTarget.value)}
        />
      )}
      {packs.length > 0 && (
        <>
          <span className="dense secondary" id="quick-select">
            {t('quickSelect')}
          </span>
          <ButtonGroup variant="outlined" role="group" aria-labelledby="quick-select" className="packs">
            {packs.map(({ id, name }) => (
              <Button
                key={id}
                text={name}
                active={selection.pack?.packId === id}
                aria-pressed={selection.pack?.packId === id}
                onClick={() => onPack(id)}
              />
            ))}
          </ButtonGroup>
        </>
      )}
      {packsFailed && (
        <span className="aux danger-text" role="status">
          {t('packsFailed')}
        </span>
      )}
      <span className="aux muted push numeric">{t('parameterCount', { count: parameters.length })}</span>
    </div>
  );
};

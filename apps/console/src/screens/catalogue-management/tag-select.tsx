import { Tag } from '@blueprintjs/core';
import { SmallCross } from '@blueprintjs/icons';
import { useState } from 'react';
import { containsFolded } from '#domain/text';
import { SuggestInput, type Suggestion } from '../../components/suggest-input.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

export type SelectedTag = { key: string; text: string; isExpired: boolean; tooltip?: string };

type Props = {
  id?: string;
  label: string;
  selectedTags: readonly SelectedTag[];
  suggestions: readonly Suggestion[];
  onAdd(id: string): void;
  onRemove(key: string): void;
};

/**
 * Several of many, as tags: typing searches, Enter adds, the cross of a tag or Backspace in the empty field removes;
 * expired ones are red (CAT-011).
 */
export const TagSelect = ({ id, label, selectedTags, suggestions, onAdd, onRemove }: Props) => {
  const t = useTexts(texts);
  const [searchText, setSearchText] = useState('');
  const available = suggestions.filter((suggestion) => !selectedTags.some(({ key }) => key === suggestion.id));
  const matches = available.filter(({ value, note = '' }) => containsFolded(`${value}\n${note}`, searchText));
  const last = selectedTags.at(-1);
  return (
    <div className="tag-select">
      {selectedTags.length > 0 && (
        <ul aria-label={label}>
          {selectedTags.map(({ key, text, isExpired, tooltip }) => (
            <li key={key}>
              <Tag minimal intent={isExpired ? 'danger' : 'none'} title={tooltip}>
                {text}
                {isExpired && <span className="tag-select__expired">{t('expiredTag')}</span>}
                <button
                  type="button"
                  className="tag-select__remove"
                  aria-label={t('removeTag', { name: text })}
                  onClick={() => onRemove(key)}
                >
                  <SmallCross size={14} />
                </button>
              </Tag>
            </li>
          ))}
        </ul>
      )}
      <div
        role="presentation"
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && searchText === '' && last) onRemove(last.key);
        }}
      >
        <SuggestInput
          {...(id ? { id } : {})}
          value={searchText}
          maxLength={100}
          placeholder={t('tagHint')}
          narrowed
          suggestions={matches.slice(0, MAX_SUGGESTIONS)}
          onChange={setSearchText}
          onPick={(suggestion) => {
            onAdd(suggestion.id);
            setSearchText('');
          }}
        />
      </div>
    </div>
  );
};

/** As many as a list shows without much scrolling. */
const MAX_SUGGESTIONS = 30;

import { Button } from '@blueprintjs/core';
import { ArrowDown, ArrowUp, Plus, Trash } from '@blueprintjs/icons';
import { useId } from 'react';
import { addedAfter, deleted, LIMITS, moved, PART, type PartLabels, type SpecificationProperty } from '#domain';
import { SuggestInput } from '../../components/suggest-input.js';
import { propertyName } from '../../consignment/property-words.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

type Rows = readonly SpecificationProperty[];
type Props = {
  row: SpecificationProperty;
  place: number;
  last: boolean;
  labels: PartLabels;
  onChange(value: string): void;
  onRows(change: (rows: Rows) => SpecificationProperty[]): void;
};

/** One part: its label, its value with suggestions, and what can be done with it (001 SPM-002, SPM-003). */
export const SpecificationRow = ({ row, place, last, labels, onChange, onRows }: Props) => {
  const t = useTexts(texts);
  const id = useId();
  const isConnector = row.infoType === PART.connector;
  const name = isConnector ? labels.connector : propertyName(row, language()) || labels.custom;
  const suggestions = [...new Set([...row.listValue, ...row.inputHistory])].map((value) => ({ id: value, value }));
  const verb = (
    icon: typeof Plus,
    key: 'addAfter' | 'moveUp' | 'moveDown' | 'deletePart',
    change: (rows: Rows) => SpecificationProperty[],
  ) => {
    const Icon = icon;
    return (
      <Button
        size="small"
        variant="minimal"
        icon={<Icon />}
        aria-label={t(key, { name })}
        title={t(key, { name })}
        onClick={() => onRows(change)}
      />
    );
  };
  return (
    <div className="specification-part">
      <label htmlFor={id} className="ellipsis" title={name}>
        {name}
      </label>
      <SuggestInput
        id={id}
        value={row.value}
        suggestions={suggestions}
        maxLength={LIMITS.text}
        disabled={isConnector}
        placeholder={t('specificationPlaceholder')}
        onChange={onChange}
      />
      <span className="row tight specification-part__verbs">
        {verb(Plus, 'addAfter', (rows) => addedAfter(rows, place, labels))}
        {place > 0 && verb(ArrowUp, 'moveUp', (rows) => moved(rows, place, -1))}
        {!last && verb(ArrowDown, 'moveDown', (rows) => moved(rows, place, 1))}
        {row.deleteAble && verb(Trash, 'deletePart', (rows) => deleted(rows, place, labels))}
      </span>
    </div>
  );
};

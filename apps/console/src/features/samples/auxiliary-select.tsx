import { useState } from 'react';
import { SuggestInput } from '../../components/suggest-input.js';
import { valueIn } from '../../consignment/property-values.js';
import { language } from '../../i18n/language.js';

type Props = {
  id?: string;
  name?: string;
  value: string;
  options: readonly string[];
  disabled?: boolean;
  placeholder?: string;
  onChange(value: string): void;
};

/** A choice that typing filters (001 AUX-004). What is typed counts once it is an option, or nothing; else the choice before comes back. */
export const AuxiliarySelect = ({ value, options, onChange, ...field }: Props) => {
  const [typed, setTyped] = useState<string | null>(null);
  // What is stored and printed stays the catalogue's own word.
  const shown = (option: string): string => valueIn(option, language());
  const settle = () => {
    const text = typed?.trim();
    const chosen = text === '' ? '' : options.find((option) => option === text || shown(option) === text);
    if (chosen !== undefined && chosen !== value) onChange(chosen);
    setTyped(null);
  };
  return (
    <SuggestInput
      {...field}
      value={typed ?? shown(value)}
      suggestions={options.map((option) => ({ id: option, value: shown(option) }))}
      onChange={setTyped}
      onBlur={settle}
      onPick={(option) => {
        onChange(option.id);
        setTyped(null);
      }}
    />
  );
};

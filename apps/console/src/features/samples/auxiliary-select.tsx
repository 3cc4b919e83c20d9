import { useState } from 'react';
import { SuggestInput } from '../../components/suggest-input.js';

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
  const settle = () => {
    const text = typed?.trim();
    if (text !== undefined && text !== value && (text === '' || options.includes(text))) onChange(text);
    setTyped(null);
  };
  return (
    <SuggestInput
      {...field}
      value={typed ?? value}
      suggestions={options.map((option) => ({ id: option, value: option }))}
      onChange={setTyped}
      onBlur={settle}
      onPick={(option) => {
        onChange(option.value);
        setTyped(null);
      }}
    />
  );
};

import { Radio, RadioGroup } from '@blueprintjs/core';

/** A few exclusive choices side by side; values are text, because radio buttons have text values. */
export const Choices = <Value extends string>({
  name,
  value,
  options,
  onChange,
  onBlur,
}: {
  name: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange(value: Value): void;
  onBlur?(): void;
}) => (
  <div onBlur={onBlur}>
    <RadioGroup
      inline
      className="inline-choices"
      name={name}
      selectedValue={value}
      onChange={(event) => {
        const selection = options.find((option) => option.value === event.currentTarget.value);
        if (selection) onChange(selection.value);
      }}
    >
      {options.map((option) => (
        <Radio key={option.value} label={option.label} value={option.value} />
      ))}
    </RadioGroup>
  </div>
);

import { NumericInput, type NumericInputProps } from '@blueprintjs/core';

type CountInputProps = Omit<NumericInputProps, 'value' | 'onValueChange' | 'minorStepSize' | 'clampValueOnBlur'> & {
  id?: string;
  name?: string;
  /** null while nothing, or no whole number, stands in it. */
  value: number | null;
  onCount(count: number | null): void;
  onBlur?(): void;
};

/**
 * A whole number with step buttons. Blueprint's buttons point at an id of their own making, so the input keeps that
 * and is named by the field's label instead.
 */
export const CountInput = ({ id, value, onCount, ...props }: CountInputProps) => (
  <NumericInput
    {...props}
    {...(id ? { 'aria-labelledby': `${id}-label` } : {})}
    minorStepSize={null}
    clampValueOnBlur
    value={value ?? ''}
    onValueChange={(count, typed) => onCount(/^\d+$/.test(typed) ? count : null)}
  />
);

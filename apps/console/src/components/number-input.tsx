import { Button, ButtonGroup, ControlGroup, InputGroup, type InputGroupProps } from '@blueprintjs/core';
import { ChevronDown, ChevronUp, Error as ErrorIcon } from '@blueprintjs/icons';
import { type KeyboardEvent, type ReactElement, type ReactNode, type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countInputProblem, quantityProblem, readCount, type CountInputValue } from '#domain/numbers';
import { messageOfProblem, type Problem } from '#domain/rules';
import { language } from '../i18n/language.js';
import './number-input.css';

type Shared = {
  id?: string;
  name?: string;
  disabled?: boolean;
  fill?: boolean;
  className?: string;
  placeholder?: string;
  size?: InputGroupProps['size'];
  inputRef?: Ref<HTMLInputElement>;
  'aria-label'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
  'aria-describedby'?: string;
  onBlur?(): void;
};

type FieldProps = Shared & {
  text: string;
  problem: Problem | null;
  input: Partial<InputGroupProps> & { role?: string; 'aria-valuemin'?: number; 'aria-valuemax'?: number };
  after?: ReactNode;
  onText(text: string): void;
  onFocus?(): void;
};

/**
 * The one field for numbers. The typed text stays; when the field loses the focus, a sentence under it says what is
 * wrong, and `focusWrongNumber` keeps the form from being saved. An error of the surrounding field replaces the field's
 * own sentence.
 */
const NumberField = ({
  text,
  problem,
  input,
  after,
  className,
  fill,
  onText,
  onFocus,
  onBlur,
  ...field
}: FieldProps) => {
  useTranslation();
  const note = useId();
  const [isFocused, setIsFocused] = useState(false);
  const [hadProblemOnBlur, setHadProblemOnBlur] = useState(false);
  const hasFieldError = field['aria-invalid'] === true;
  const showsProblem = problem !== null && (!isFocused || hadProblemOnBlur) && !hasFieldError;
  return (
    <div className={['number-input', fill ? 'is-full' : '', className ?? ''].join(' ').trim()}>
      <ControlGroup fill={fill ?? false} className={after ? 'bp6-numeric-input' : ''}>
        <InputGroup
          {...field}
          {...input}
          fill={fill ?? false}
          autoComplete="off"
          value={text}
          aria-invalid={problem !== null || hasFieldError || undefined}
          data-wrong-number={problem !== null || undefined}
          aria-describedby={showsProblem ? note : field['aria-describedby']}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
          onFocus={() => {
            setIsFocused(true);
            onFocus?.();
          }}
          onBlur={() => {
            setIsFocused(false);
            setHadProblemOnBlur(problem !== null);
            onBlur?.();
          }}
        />
        {after}
      </ControlGroup>
      {showsProblem && (
        <div className="field-error" id={note} role="alert">
          <ErrorIcon size={12} />
          {messageOfProblem(problem, language())}
        </div>
      )}
    </div>
  );
};

type CountProps = Shared & {
  /** A number, or the typed text in its place; NaN for an invalid number whose text only the field has. */
  value: CountInputValue;
  min: number;
  max: number;
  /** The value of a field that is left blank; without it, the field stays blank. */
  blankValue?: number;
  hasSteps?: boolean;
  /** The number, NaN if it is invalid and null if blank; for a form that keeps the text, the text. */
  onCount(count: number | null, value: CountInputValue): void;
};

const textOfCount = (value: CountInputValue): string =>
  value === null || Number.isNaN(value) ? '' : typeof value === 'number' ? String(value) : value;
const representsValue = (text: string, value: CountInputValue): boolean =>
  text === value || Number.isNaN(value) || Object.is(readCount(text), readCount(value));

/** A whole number of a range, with steps by its buttons and the arrow keys. */
export const CountInput = ({ value, min, max, blankValue, hasSteps = true, onCount, onBlur, ...field }: CountProps) => {
  const [draftText, setDraftText] = useState<string | null>(null);
  const [isFocused, setIsFocused] = useState(false);
  // The typed text stays while it is another spelling of the value, and while a blank field waits for its default.
  const showsDraft =
    draftText !== null &&
    (representsValue(draftText, value) ||
      (isFocused && readCount(draftText) === null && value === (blankValue ?? null)));
  const text = showsDraft ? draftText : textOfCount(value);
  const problem = countInputProblem(text, { min, max });
  const change = (newText: string) => {
    const count = readCount(newText);
    const isInvalid = countInputProblem(newText, { min, max }) !== null;
    setDraftText(newText);
    onCount(isInvalid ? Number.NaN : count, isInvalid ? newText : count);
  };
  const step = (by: 1 | -1) => {
    const count = readCount(text) ?? (by === 1 ? min - 1 : min + 1);
    if (!Number.isNaN(count)) change(String(Math.max(min, Math.min(max, count + by))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown'))
      return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  };
  const button = (icon: ReactElement, by: 1 | -1) => (
    <Button icon={icon} tabIndex={-1} aria-hidden disabled={field.disabled ?? false} onClick={() => step(by)} />
  );
  return (
    <NumberField
      {...field}
      text={text}
      problem={problem}
      input={{ role: 'spinbutton', inputMode: 'numeric', 'aria-valuemin': min, 'aria-valuemax': max, onKeyDown }}
      after={
        hasSteps && (
          <ButtonGroup className="bp6-fixed" vertical>
            {button(<ChevronUp />, 1)}
            {button(<ChevronDown />, -1)}
          </ButtonGroup>
        )
      }
      onText={change}
      onFocus={() => {
        setDraftText(text);
        setIsFocused(true);
      }}
      onBlur={() => {
        setIsFocused(false);
        if (blankValue !== undefined && readCount(text) === null) {
          setDraftText(null);
          onCount(blankValue, blankValue);
        }
        onBlur?.();
      }}
    />
  );
};

type QuantityProps = Shared & {
  value: string;
  /** Message for a text that is not a number. */
  invalidProblem: Problem;
  isSigned?: boolean;
  /** What else is wrong with a number, by the rules of the field. */
  extraProblem?: Problem | null;
  onText(text: string): void;
};

/** A quantity, stored as the typed text. */
export const QuantityInput = ({
  value,
  invalidProblem,
  isSigned,
  extraProblem = null,
  onText,
  ...field
}: QuantityProps) => (
  <NumberField
    {...field}
    text={value}
    problem={quantityProblem(value, invalidProblem, isSigned) ?? extraProblem}
    input={{ inputMode: 'decimal' }}
    onText={onText}
  />
);

/**
 * Focuses the first wrong number of the topmost dialog, or otherwise of the page; false if there is none and the form
 * may be saved.
 */
export const focusWrongNumber = (): boolean => {
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
  const topDialog = dialogs.item(dialogs.length - 1) ?? document;
  const invalidField = topDialog.querySelector<HTMLElement>('[data-wrong-number]');
  // On blur a field says what is wrong with it.
  invalidField?.blur();
  invalidField?.focus();
  return invalidField !== null;
};

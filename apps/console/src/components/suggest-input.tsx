import { InputGroup } from '@blueprintjs/core';
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
  type RefObject,
  useLayoutEffect,
} from 'react';
import './suggest-input.css';

const GAP = 2;
/** Between the list and the edge of the window. */
const MARGIN = 8;
/** Less room than this below a field, and more above it, and the list opens upwards. */
const ENOUGH = 216;

/**
 * Lays a list under its field, or above it where there is more room, over whatever scrolls around it: a dialog would
 * cut it at its edge. What does not fit scrolls. It stays with the field while anything around it scrolls.
 */
const useFloating = (
  isOpen: boolean,
  field: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
): void => {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const place = () => {
      if (!field.current || !list.current) return;
      const { top, bottom, left, width } = field.current.getBoundingClientRect();
      const below = window.innerHeight - bottom - GAP - MARGIN;
      const above = top - GAP - MARGIN;
      const isUp = below < ENOUGH && above > below;
      Object.assign(list.current.style, {
        left: `${left}px`,
        width: `${width}px`,
        top: isUp ? 'auto' : `${bottom + GAP}px`,
        bottom: isUp ? `${window.innerHeight - top + GAP}px` : 'auto',
        maxHeight: `${Math.max(0, Math.min(ENOUGH, isUp ? above : below))}px`,
      });
    };
    place();
    window.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  }, [isOpen, field, list]);
};

export type Suggestion = { id: string; value: string; note?: string };

type Props = {
  id?: string;
  name?: string;
  value: string;
  suggestions: readonly Suggestion[];
  /** The suggestions are narrowed to what was typed already, e.g. by their notes too. */
  narrowed?: true;
  maxLength?: number;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  inputRef?: Ref<HTMLInputElement>;
  onChange(value: string): void;
  /** One of the suggestions was chosen; `onChange` has had its value. */
  onPick?(suggestion: Suggestion): void;
  onBlur?(): void;
  'aria-required'?: boolean;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
};

/**
 * Free text with suggestions: typing narrows them, arrows walk them, Enter or a click chooses one, Escape closes the
 * list.
 */
export const SuggestInput = ({ value, suggestions, narrowed, onChange, onPick, onBlur, inputRef, ...rest }: Props) => {
  const list = useId();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(false);
  const [at, setAt] = useState(-1);
  const text = value.trim();
  // If the list was not opened by typing, it shows all suggestions: the text that is there does not narrow it.
  const shown = !narrowed && typed && text !== '' ? suggestions.filter((one) => one.value.includes(text)) : suggestions;
  const listed = isOpen && shown.length > 0;
  const field = useRef<HTMLDivElement>(null);
  const choices = useRef<HTMLDivElement>(null);
  useFloating(listed, field, choices);
  // Arrows walk past what is in view.
  useEffect(() => {
    choices.current?.children[at]?.scrollIntoView?.({ block: 'nearest' });
  }, [at]);

  const open = (byTyping: boolean) => {
    setOpen(true);
    setTyped(byTyping);
    setAt(-1);
  };
  const take = (suggestion: Suggestion) => {
    onChange(suggestion.value);
    onPick?.(suggestion);
    setOpen(false);
  };
  const walk = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!listed) return open(false);
      setAt((now) =>
        event.key === 'ArrowDown' ? (now + 1) % shown.length : (Math.max(now, 0) - 1 + shown.length) % shown.length,
      );
    } else if (event.key === 'Enter' && listed) {
      const suggestion = shown[at];
      if (!suggestion) return;
      event.preventDefault();
      take(suggestion);
    } else if (event.key === 'Escape' && listed) {
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <div ref={field} className="suggest">
      <InputGroup
        {...rest}
        fill
        autoComplete="off"
        value={value}
        {...(inputRef ? { inputRef } : {})}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={listed}
        aria-controls={list}
        aria-activedescendant={listed && at >= 0 ? `${list}-${at}` : undefined}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          open(true);
        }}
        onClick={() => open(false)}
        onKeyDown={walk}
        onBlur={() => {
          setOpen(false);
          onBlur?.();
        }}
      />
      <div ref={choices} className="suggest__list" id={list} role="listbox" hidden={!listed}>
        {listed &&
          shown.map((suggestion, place) => (
            <div
              key={suggestion.id}
              id={`${list}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              className={place === at ? 'current' : ''}
              // The press chooses. A click comes after the input has lost the focus, when the list is closed.
              onMouseDown={(event) => {
                event.preventDefault();
                take(suggestion);
              }}
            >
              <span className="ellipsis">{suggestion.value}</span>
              {suggestion.note && <span className="push muted numeric">{suggestion.note}</span>}
            </div>
          ))}
      </div>
    </div>
  );
};

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
/** Distance between the list and the edge of the window. */
const MARGIN = 8;
/** If there is less room than this below a field, and more above it, the list opens upwards. */
const MIN_HEIGHT_BELOW = 216;

/**
 * Places a list under its field, or above it if there is more room there, over everything that scrolls, because a
 * dialog would cut it off. What does not fit scrolls. The list follows its field when anything around it scrolls.
 */
const useFloating = (
  isOpen: boolean,
  field: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
): void => {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const placeList = () => {
      if (!field.current || !list.current) return;
      const { top, bottom, left, width } = field.current.getBoundingClientRect();
      const below = window.innerHeight - bottom - GAP - MARGIN;
      const above = top - GAP - MARGIN;
      const isUp = below < MIN_HEIGHT_BELOW && above > below;
      Object.assign(list.current.style, {
        left: `${left}px`,
        width: `${width}px`,
        top: isUp ? 'auto' : `${bottom + GAP}px`,
        bottom: isUp ? `${window.innerHeight - top + GAP}px` : 'auto',
        maxHeight: `${Math.max(0, Math.min(MIN_HEIGHT_BELOW, isUp ? above : below))}px`,
      });
    };
    placeList();
    window.addEventListener('scroll', placeList, true);
    window.addEventListener('resize', placeList);
    return () => {
      window.removeEventListener('scroll', placeList, true);
      window.removeEventListener('resize', placeList);
    };
  }, [isOpen, field, list]);
};

export type Suggestion = { id: string; value: string; note?: string };

type Props = {
  id?: string;
  name?: string;
  value: string;
  suggestions: readonly Suggestion[];
  /** The caller has already narrowed the suggestions by the typed text, e.g. by their notes too. */
  narrowed?: true;
  maxLength?: number;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  inputRef?: Ref<HTMLInputElement>;
  onChange(value: string): void;
  /** One of the suggestions was chosen; `onChange` was called with its value before. */
  onPick?(suggestion: Suggestion): void;
  onBlur?(): void;
  'aria-required'?: boolean;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
};

/**
 * Free text with suggestions: typing narrows them, arrows move, Enter or a click chooses one, Escape closes the list.
 */
export const SuggestInput = ({ value, suggestions, narrowed, onChange, onPick, onBlur, inputRef, ...rest }: Props) => {
  const list = useId();
  const [isOpen, setOpen] = useState(false);
  const [isTyping, setIsTyping] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);
  const text = value.trim();
  // If the list was not opened by typing, all suggestions are visible: the existing text does not narrow them.
  const visible =
    !narrowed && isTyping && text !== ''
      ? suggestions.filter((suggestion) => suggestion.value.includes(text))
      : suggestions;
  const isListVisible = isOpen && visible.length > 0;
  const field = useRef<HTMLDivElement>(null);
  const choices = useRef<HTMLDivElement>(null);
  useFloating(isListVisible, field, choices);
  // Arrows move beyond the visible part.
  useEffect(() => {
    choices.current?.children[activeIndex]?.scrollIntoView?.({ block: 'nearest' });
  }, [activeIndex]);

  const open = (byTyping: boolean) => {
    setOpen(true);
    setIsTyping(byTyping);
    setActiveIndex(-1);
  };
  const choose = (suggestion: Suggestion) => {
    onChange(suggestion.value);
    onPick?.(suggestion);
    setOpen(false);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isListVisible) return open(false);
      setActiveIndex((current) =>
        event.key === 'ArrowDown'
          ? (current + 1) % visible.length
          : (Math.max(current, 0) - 1 + visible.length) % visible.length,
      );
    } else if (event.key === 'Enter' && isListVisible) {
      const suggestion = visible[activeIndex];
      if (!suggestion) return;
      event.preventDefault();
      choose(suggestion);
    } else if (event.key === 'Escape' && isListVisible) {
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
        aria-expanded={isListVisible}
        aria-controls={list}
        aria-activedescendant={isListVisible && activeIndex >= 0 ? `${list}-${activeIndex}` : undefined}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          open(true);
        }}
        onClick={() => open(false)}
        onKeyDown={handleKeyDown}
        onBlur={() => {
          setOpen(false);
          onBlur?.();
        }}
      />
      <div ref={choices} className="suggest__list" id={list} role="listbox" hidden={!isListVisible}>
        {isListVisible &&
          visible.map((suggestion, index) => (
            <div
              key={suggestion.id}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
              className={index === activeIndex ? 'current' : ''}
              // The press chooses, because a click comes after the input has lost the focus and the list is closed.
              onMouseDown={(event) => {
                event.preventDefault();
                choose(suggestion);
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

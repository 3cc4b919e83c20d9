import { containsFolded } from '#domain/text';
import { InputGroup, useHotkeys } from '@blueprintjs/core';
import { Search as SearchIcon } from '@blueprintjs/icons';
import { type FormEvent, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { UserInfo } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import {
  isInMenu,
  accessKeysOfUser,
  type RouteEntry,
  filterRoutesByRole,
  flattenScreens,
  useRegistry,
} from '../route-registry.js';
import { texts } from '../texts.js';

type Command = { key: string; label: string; to: string };

/**
 * What can be done with the typed text: search the user's own list for it, or go to a screen whose title contains it.
 */
const useCommands = (user: UserInfo, searchText: string): Command[] => {
  const t = useTexts(texts);
  const screens = flattenScreens(filterRoutesByRole(useRegistry(), accessKeysOfUser(user)));
  const term = searchText.trim();
  const titleOf = (entry: RouteEntry) => entry.title?.() ?? '';
  const lists = screens.filter((entry) => entry.searches && isInMenu(entry, accessKeysOfUser(user)));
  return [
    ...(term === ''
      ? []
      : lists.map((entry) => ({
          key: `search ${entry.path}`,
          label: t('searchIn', { list: titleOf(entry), term }),
          to: `${entry.path}?q=${encodeURIComponent(term)}`,
        }))),
    ...screens
      .filter((entry) => isInMenu(entry, accessKeysOfUser(user)) && containsFolded(titleOf(entry), term))
      .map((entry) => ({ key: entry.path, label: t('goTo', { title: titleOf(entry) }), to: entry.path })),
  ];
};

/** Search and commands from every page; Ctrl K. Enter takes the first entry, arrows choose another. */
export const Search = ({ user }: { user: UserInfo }) => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [searchText, setSearchText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const commands = useCommands(user, searchText);
  useHotkeys(
    useMemo(
      () => [
        {
          combo: 'mod+k',
          global: true,
          label: t('searchAndGo'),
          group: t('everywhere'),
          allowInInput: true,
          preventDefault: true,
          onKeyDown: () => field.current?.select(),
        },
      ],
      [t],
    ),
  );
  const close = () => {
    setOpen(false);
    setSearchText('');
    setActiveIndex(0);
  };
  const run = (command: Command | undefined) => {
    if (!command) return;
    close();
    field.current?.blur();
    void navigate(command.to);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      close();
      field.current?.blur();
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || commands.length === 0) return;
    event.preventDefault();
    setActiveIndex((current) => (current + step + commands.length) % commands.length);
  };
  return (
    <form
      className="header-search"
      role="search"
      aria-label={t('search')}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        run(commands[activeIndex]);
      }}
    >
      <InputGroup
        inputRef={field}
        leftElement={<SearchIcon />}
        placeholder={t('searchPlaceholder')}
        rightElement={<span className="key-hint">Ctrl K</span>}
        role="combobox"
        aria-label={t('searchAndGo')}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen && commands[activeIndex] ? `${listId}-${activeIndex}` : undefined}
        autoComplete="off"
        value={searchText}
        onFocus={() => setOpen(true)}
        onBlur={close}
        onValueChange={(value) => {
          setSearchText(value);
          setActiveIndex(0);
          setOpen(true);
        }}
        onKeyDown={handleKeyDown}
      />
      {isOpen && commands.length > 0 && (
        <div className="header-commands" role="listbox" tabIndex={-1} id={listId} aria-label={t('searchAndGo')}>
          {commands.map((command, index) => (
            // The press itself chooses: a click would come after the field has lost the focus and the list is closed.
            <div
              key={command.key}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === activeIndex}
              tabIndex={-1}
              className={`header-command${index === activeIndex ? ' at' : ''}`}
              onMouseEnter={() => setActiveIndex(index)}
              onMouseDown={(event) => {
                event.preventDefault();
                run(command);
              }}
            >
              {command.label}
            </div>
          ))}
        </div>
      )}
    </form>
  );
};

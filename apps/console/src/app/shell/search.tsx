import { InputGroup, useHotkeys } from '@blueprintjs/core';
import { Search as SearchIcon } from '@blueprintjs/icons';
import { type FormEvent, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { UserInfo } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { routesFor, screensOf } from '../route-registry.js';
import { useRegistry } from '../routes-context.js';
import { texts } from '../texts.js';

/** Searches the user's own consignment list from anywhere; Ctrl K. Users without a list have no search. */
export const Search = ({ user }: { user: UserInfo }) => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const routes = useRegistry();
  const list = screensOf(routesFor(routes, user.roles)).find((entry) => entry.searches);
  useHotkeys(useMemo(() => [{ combo: 'mod+k', global: true, label: t('search'), group: t('everywhere'), allowInInput: true, preventDefault: true, onKeyDown: () => field.current?.select() }], [t]));
  if (!list) return null;
  const search = (event: FormEvent) => {
    event.preventDefault();
    const asked = field.current?.value.trim() ?? '';
    if (field.current) field.current.value = '';
    field.current?.blur();
    void navigate(asked ? `${list.path}?q=${encodeURIComponent(asked)}` : list.path);
  };
  return (
    <form className="header-search" role="search" aria-label={t('search')} onSubmit={search}>
      <InputGroup inputRef={field} leftElement={<SearchIcon />} placeholder={t('searchPlaceholder')} aria-label={t('search')} rightElement={<span className="key-hint">Ctrl K</span>} />
    </form>
  );
};

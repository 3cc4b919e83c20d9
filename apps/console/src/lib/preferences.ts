import { createStore, type Store } from './store.js';

/** A store whose value survives a reload, in this browser or in this session of it. */
const storedPreference = <Value>(
  key: string,
  read: (stored: string | null) => Value,
  write: (value: Value) => string,
  storage: Storage = localStorage,
): Store<Value> => {
  const store = createStore(read(storage.getItem(key)));
  store.subscribe(() => storage.setItem(key, write(store.get())));
  return store;
};

/** Whether the sidebar is open, stored as 1 or 0, initially open (NAV-013). */
export const sidebarOpen = storedPreference(
  'sidebarStatus',
  (stored) => stored !== '0',
  (open) => (open ? '1' : '0'),
);

/** The operating-instruction box, shown again in each session of the browser (NAV-017). */
export const helpVisible = storedPreference(
  'helpBox',
  (stored) => stored !== '0',
  (visible) => (visible ? '1' : '0'),
  sessionStorage,
);

export type Theme = 'system' | 'light' | 'dark';
export const theme = storedPreference<Theme>(
  'theme',
  (stored) => (stored === 'light' || stored === 'dark' ? stored : 'system'),
  (value) => value,
);

/** Height of rows: 32, 36 or 44 px; initially medium (SH-011). */
export const SIZES = ['small', 'medium', 'large'] as const;
export type Size = (typeof SIZES)[number];
export const size = storedPreference<Size>(
  'size',
  (stored) => SIZES.find((each) => each === stored) ?? 'medium',
  (value) => value,
);

/** Single-letter shortcuts can be turned off. */
export const letterShortcuts = storedPreference(
  'letterKeys',
  (stored) => stored !== '0',
  (on) => (on ? '1' : '0'),
);

/** Columns of a list, by list; absent: the list's default. */
export const listColumns = storedPreference<Record<string, string[]>>(
  'listColumns',
  (stored) => {
    try {
      return stored ? (JSON.parse(stored) as Record<string, string[]>) : {};
    } catch {
      return {};
    }
  },
  JSON.stringify,
);

/** Units for which the first steps were hidden. */
export const hiddenFirstSteps = storedPreference<string[]>(
  'hiddenFirstSteps',
  (stored) => stored?.split(' ').filter(Boolean) ?? [],
  (units) => units.join(' '),
);

/** Example code in the catalogue of event types: its topic and language; absent: the first of each. */
export const snippetChoice = storedPreference<{ topic?: string; language?: string }>(
  'snippetChoice',
  (stored) => {
    const [topic, language] = stored?.split(' ') ?? [];
    return { ...(topic ? { topic } : {}), ...(language ? { language } : {}) };
  },
  ({ topic = '', language = '' }) => `${topic} ${language}`,
);

const systemDark = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;

/** Applies the density to the page; the tokens of rows follow it. */
export const applySize = (): void => {
  const apply = () => {
    document.documentElement.dataset['size'] = size.get();
  };
  size.subscribe(apply);
  apply();
};

/** Applies the theme to the page and follows the system while the user has not chosen. */
export const applyTheme = (): void => {
  const apply = () => {
    const currentTheme = theme.get();
    document.body.classList.toggle(
      'bp6-dark',
      currentTheme === 'dark' || (currentTheme === 'system' && (systemDark?.matches ?? false)),
    );
  };
  theme.subscribe(apply);
  systemDark?.addEventListener('change', apply);
  apply();
};

import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
// From its own entry: pages for phones must not load the whole domain.
import { pluralForm } from '#domain/text';

/** Languages of the interface (NAV-001) and how each names itself. */
export const LANGUAGES = { zh: '简体中文', en: 'English', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

const STORAGE_KEY = 'language';
const HTML_LANG: Record<Language, string> = { zh: 'zh-CN', en: 'en', es: 'es' };

const isLanguage = (value: unknown): value is Language => typeof value === 'string' && value in LANGUAGES;
const storedLanguage = (): Language => {
  const stored = localStorage.getItem(STORAGE_KEY);
  return isLanguage(stored) ? stored : 'zh';
};

/** The interface language: the user's earlier choice, otherwise zh (NAV-001). */
export const language = (): Language => (isLanguage(i18next.language) ? i18next.language : storedLanguage());

/** Switches every text on screen and stores the choice for the next visit. */
export const chooseLanguage = async (choice: Language): Promise<void> => {
  localStorage.setItem(STORAGE_KEY, choice);
  document.documentElement.lang = HTML_LANG[choice];
  await i18next.changeLanguage(choice);
};

/** Must run before the first text is declared; resources are added by `defineTexts` as modules load. */
void i18next.use(initReactI18next).init({
  lng: storedLanguage(),
  fallbackLng: 'zh',
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  interpolation: { escapeValue: false },
  react: { bindI18nStore: 'added' },
});
i18next.services.formatter?.add(
  'plural',
  (count: number | string, lng, { one, other }: { one: string; other: string }) =>
    pluralForm(isLanguage(lng) ? lng : 'zh', count, { one, other }),
);
document.documentElement.lang = HTML_LANG[storedLanguage()];

/** Separator of names in a sentence, in the interface language. */
export const listSeparator = (): string => (language() === 'zh' ? '、' : ', ');

/** Separator of clauses of a sentence, in the interface language. */
export const clauseSeparator = (): string => (language() === 'zh' ? '，' : ', ');

/** Separator of a label and its value, in the interface language. */
export const labelSeparator = (): string => (language() === 'zh' ? '：' : ': ');

/** The text in brackets, to follow a word; with the space before them that the interface language needs. */
export const inBrackets = (text: string): string => (language() === 'zh' ? `（${text}）` : ` (${text})`);

/** Separator of phrases that may contain commas themselves, in the interface language. */
export const phraseSeparator = (): string => (language() === 'zh' ? '；' : '; ');

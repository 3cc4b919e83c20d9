import type { Language } from '#domain/text';
import { type ListLabel, listLabels } from '#domain/views';
import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/consignment-list.json' with { type: 'json' };
import es from '../../locales/es/consignment-list.json' with { type: 'json' };
import zh from '../../locales/zh/consignment-list.json' with { type: 'json' };

/** Columns have the names of the exported ledger. */
const heads = (language: Language): Record<ListLabel, string> =>
  Object.fromEntries(Object.entries(listLabels).map(([key, names]) => [key, names[language]])) as Record<
    ListLabel,
    string
  >;

export const texts = defineTexts('consignment-list', {
  zh: { ...heads('zh'), ...zh },
  en: { ...heads('en'), ...en },
  es: { ...heads('es'), ...es },
});

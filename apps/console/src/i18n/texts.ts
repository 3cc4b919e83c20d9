import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import './language.js';
import { type Language } from './language.js';

/** Values put into a text: `{{name}}` in the text, `{ name: ... }` here. */
export type TextValues = Record<string, string | number>;
export type Translate<Key extends string> = (key: Key, values?: TextValues) => string;

/** The texts of one feature: one flat table per language, each with all keys. */
export type Texts<Key extends string> = { namespace: string; zh: Record<Key, string> };

/**
 * Declares the texts of a feature, e.g. `screens/jobs/texts.ts`:
 * `export const texts = defineTexts('samples', { zh: { add: '添加样品' }, en: { add: 'Add sample' }, es: { add: 'Añadir
 * muestra' } })`. zh uses the specification's wording; a key missing in en or es does not compile. A word that goes
 * with a count has both forms in the text, with `#` for the count where it stands among the words: `{{n}} {{n,
 * plural(one: sample; other: samples)}}`.
 */
export const defineTexts = <Key extends string>(
  namespace: string,
  tables: { zh: Record<Key, string> } & Record<Exclude<Language, 'zh'>, NoInfer<Record<Key, string>>>,
): Texts<Key> => {
  for (const [language, table] of Object.entries(tables)) i18next.addResourceBundle(language, namespace, table);
  return { namespace, zh: tables.zh };
};

/** The translator of a feature in a component; the component renders again when the language changes. */
export const useTexts = <Key extends string>(texts: Texts<Key>): Translate<Key> => {
  const { t } = useTranslation(texts.namespace);
  return t as unknown as Translate<Key>;
};

/** The same outside of components: toasts, errors, titles of the document. */
export const textOf = <Key extends string>(texts: Texts<Key>, key: Key, values?: TextValues): string =>
  i18next.t(key, { ns: texts.namespace, ...values });

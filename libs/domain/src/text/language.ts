/** Languages of the product; zh is the one people see first (000.md 11). */
export const LANGUAGES = ['zh', 'en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
export type InEveryLanguage = Readonly<Record<Language, string>>;

export const inLanguages = (zh: string, en: string, es: string): InEveryLanguage => ({ zh, en, es });

/**
 * Words in the forms that go with a count: one sample, two samples. `#` stands for the count where it is among the
 * words.
 */
export type PluralForms = Readonly<{ one: string; other: string }>;

const rules = new Map(LANGUAGES.map((language) => [language, new Intl.PluralRules(language)]));

/**
 * The words that go with a count in a language, by its plural rules (Unicode CLDR).
 * @param count a whole number, or one as it is shown: `1,234`
 */
export const pluralForm = (language: Language, count: number | string, { one, other }: PluralForms): string => {
  const form = rules.get(language)?.select(Number(String(count).replaceAll(',', ''))) === 'one' ? one : other;
  return form.replaceAll('#', String(count));
};

/** A count and its words: `1 sample`. */
export const countText = (language: Language, count: number, words: PluralForms): string =>
  `${count} ${pluralForm(language, count, words)}`;

const PLACE = /\{(\w+)(?:, plural\(one: ([^;]*); other: ([^)]*)\))?\}/g;

/**
 * A text with its places filled: `{name}` by a value, `{count, plural(one: sample; other: samples)}` by the words that
 * go with it.
 */
export const interpolate = (text: string, language: Language, valueOf: (name: string) => string | number): string =>
  text.replace(PLACE, (_, name: string, one?: string, other?: string) =>
    one === undefined || other === undefined
      ? String(valueOf(name))
      : pluralForm(language, valueOf(name), { one, other }),
  );

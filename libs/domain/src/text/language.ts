/** Languages of the product; zh is the default (000.md 11). */
export const LANGUAGES = ['zh', 'en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
export type InEveryLanguage = Readonly<Record<Language, string>>;

export const inLanguages = (zh: string, en: string, es: string): InEveryLanguage => ({ zh, en, es });

/** Forms of a text for a count, e.g. one sample, two samples. `#` is the placeholder of the count. */
export type PluralForms = Readonly<{ one: string; other: string }>;

const rules = new Map(LANGUAGES.map((language) => [language, new Intl.PluralRules(language)]));

/**
 * The form for a count in a language, by its plural rules (Unicode CLDR).
 * @param count a whole number, or its display text, e.g. `1,234`
 */
export const pluralForm = (language: Language, count: number | string, { one, other }: PluralForms): string => {
  const form = rules.get(language)?.select(Number(String(count).replaceAll(',', ''))) === 'one' ? one : other;
  return form.replaceAll('#', String(count));
};

/** A count with its noun, e.g. `1 sample`. */
export const countText = (language: Language, count: number, noun: PluralForms): string =>
  `${count} ${pluralForm(language, count, noun)}`;

const PLACE = /\{(\w+)(?:, plural\(one: ([^;]*); other: ([^)]*)\))?\}/g;

/**
 * Replaces the placeholders of a text: `{name}` by a value, `{count, plural(one: sample; other: samples)}` by the form
 * for the count.
 */
export const interpolate = (text: string, language: Language, valueOf: (name: string) => string | number): string =>
  text.replace(PLACE, (_, name: string, one?: string, other?: string) =>
    one === undefined || other === undefined
      ? String(valueOf(name))
      : pluralForm(language, valueOf(name), { one, other }),
  );

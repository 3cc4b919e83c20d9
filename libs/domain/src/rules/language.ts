/** Languages of the product; zh is the one people see first (000.md 11). */
export const LANGUAGES = ['zh', 'en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
export type InEveryLanguage = Readonly<Record<Language, string>>;

export const inLanguages = (zh: string, en: string, es: string): InEveryLanguage => ({ zh, en, es });

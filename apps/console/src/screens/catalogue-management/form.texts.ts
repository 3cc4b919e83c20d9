import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/catalogue-form.json' with { type: 'json' };
import es from '../../locales/es/catalogue-form.json' with { type: 'json' };
import zh from '../../locales/zh/catalogue-form.json' with { type: 'json' };

/** What the form asks for a sample besides its parameters. */
export const texts = defineTexts('catalogue-form', {
  zh,
  en,
  es,
});

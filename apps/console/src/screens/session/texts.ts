import { labelsIn } from '#domain';
import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/session.json' with { type: 'json' };
import es from '../../locales/es/session.json' with { type: 'json' };
import zh from '../../locales/zh/session.json' with { type: 'json' };

/** Fields that the service names in its messages too. */
const fields = ['unitName', 'validateCode', 'userName', 'password'] as const;

export const texts = defineTexts('session', {
  zh: { ...labelsIn('zh', fields), ...zh },
  en: { ...labelsIn('en', fields), ...en },
  es: { ...labelsIn('es', fields), ...es },
});

import { fieldLabels } from '#domain/rules';
import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/samples.json' with { type: 'json' };
import es from '../../locales/es/samples.json' with { type: 'json' };
import zh from '../../locales/zh/samples.json' with { type: 'json' };

/** Fields that the service names in its messages too. */
const fields = ['testPart', 'produceInfo', 'extractAddress', 'memo'] as const;

export const texts = defineTexts('samples', {
  zh: { ...fieldLabels('zh', fields), ...zh },
  en: { ...fieldLabels('en', fields), ...en },
  es: { ...fieldLabels('es', fields), ...es },
});

import { labelsIn } from '#domain';
import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/samples.json' with { type: 'json' };
import es from '../../locales/es/samples.json' with { type: 'json' };
import zh from '../../locales/zh/samples.json' with { type: 'json' };

/** Fields that the service names in its messages too. */
const fields = ['testPart', 'produceInfo', 'extractAddress', 'memo'] as const;

export const texts = defineTexts('samples', {
  zh: { ...labelsIn('zh', fields), ...zh },
  en: { ...labelsIn('en', fields), ...en },
  es: { ...labelsIn('es', fields), ...es },
});

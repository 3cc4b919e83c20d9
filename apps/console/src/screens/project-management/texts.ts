import { labelsIn } from '#domain';
import { defineTexts } from '../../i18n/texts.js';
import en from '../../locales/en/project-management.json' with { type: 'json' };
import es from '../../locales/es/project-management.json' with { type: 'json' };
import zh from '../../locales/zh/project-management.json' with { type: 'json' };

/** Fields that the service names in its messages too. */
const fields = [
  'projectName',
  'projectCode',
  'contractSectName',
  'constructionUnit',
  'constructionJzunit',
  'jzunit',
] as const;

export const texts = defineTexts('project-management', {
  zh: { ...labelsIn('zh', fields), ...zh },
  en: { ...labelsIn('en', fields), ...en },
  es: { ...labelsIn('es', fields), ...es },
});

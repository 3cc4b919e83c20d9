import { fieldLabels } from '#domain/rules';
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
  zh: { ...fieldLabels('zh', fields), ...zh },
  en: { ...fieldLabels('en', fields), ...en },
  es: { ...fieldLabels('es', fields), ...es },
});

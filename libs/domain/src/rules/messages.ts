import { fieldLabelOfPath } from './field-labels.js';
import { nameOfAction, nameOfStatus } from '../consignment/transitions.js';
import { nameOfReportAction, nameOfReportStatus } from '../report/report-actions.js';
import { interpolate, type Language } from '../text/language.js';
import en from './messages.en.json' with { type: 'json' };
import es from './messages.es.json' with { type: 'json' };
import zh from './messages.zh.json' with { type: 'json' };
import type { Problem, RuleParams } from './rule-broken.js';
import type { RuleCode } from './rule-kinds.js';

/**
 * The message of every rule. zh is the specification's, character for character, where it gives them (000 section 5),
 * with its full and half width punctuation; texts it quotes in English stay exact in en (000.md 13). Colons, quotes and
 * ！ are part of it.
 */
const texts: Readonly<Record<Language, Readonly<Record<RuleCode, string>>>> = { zh, en, es };

/**
 * The message of a rule in a language. {status}, {action} and those of reports become their names; every other
 * {placeholder} takes its value from `params`.
 */
export const messageOf = (code: RuleCode, params: RuleParams = {}, language: Language = 'zh'): string =>
  interpolate(texts[language][code], language, (name) => {
    const value = params[name] ?? '';
    if (typeof value === 'object') return messageOfProblem(value, language);
    if (name === 'status') return nameOfStatus(value, language);
    if (name === 'reportStatus' || name === 'toStatus') return nameOfReportStatus(value, language);
    if (name === 'reportAction') return nameOfReportAction(value, language);
    return name === 'action' ? nameOfAction(value, language) : String(value);
  });

/**
 * The message of a problem. A text that is too long is named by its field, because an alert does not stand beside it.
 */
export const messageOfProblem = ({ code, params, path }: Problem, language: Language = 'zh'): string => {
  const message = messageOf(code, params, language);
  const field = code === 'TEXT_TOO_LONG' && path !== undefined ? fieldLabelOfPath(path.split('.')) : null;
  return field ? `${field.label[language]}${language === 'zh' ? '：' : ': '}${message}` : message;
};

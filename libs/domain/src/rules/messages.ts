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
 * The message of every rule. Where the specification gives a Chinese text (000 section 5), zh has it character for
 * character, with its full-width and half-width punctuation, including colons, quotes and ！. English texts that it
 * quotes are exact in en (000.md 13).
 */
const texts: Readonly<Record<Language, Readonly<Record<RuleCode, string>>>> = { zh, en, es };

/**
 * The message of a rule in a language. {status}, {action} and their counterparts for reports are replaced by their
 * names, every other {placeholder} by its value from `params`.
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
 * The message of a problem. TEXT_TOO_LONG is prefixed with the field label, because an alert is not shown next to the
 * field.
 */
export const messageOfProblem = ({ code, params, path }: Problem, language: Language = 'zh'): string => {
  const message = messageOf(code, params, language);
  const field = code === 'TEXT_TOO_LONG' && path !== undefined ? fieldLabelOfPath(path.split('.')) : null;
  return field ? `${field.label[language]}${language === 'zh' ? '：' : ': '}${message}` : message;
};

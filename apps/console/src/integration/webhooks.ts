import { eventTypes, type Webhook } from '#contract';
import type { StateShape } from '../components/state-mark.js';
import { listSeparator, language } from '../i18n/language.js';
import type { Translate } from '../i18n/texts.js';
import { formatCount } from '../lib/numbers.js';
import type { texts } from './texts.js';

type IntegrationText = Translate<keyof typeof texts.zh>;

/** The display name of an endpoint: its description, otherwise its address. */
export const webhookName = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string =>
  description || shortUrl(url);

/** An address without its scheme. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** The state of an endpoint as a word with its mark. */
export const webhookState = (
  { state, disabledCause, failingSince, waiting }: Webhook,
  t: IntegrationText,
): { mark: StateShape; text: string } => {
  if (state === 'paused') return { mark: 'off', text: t('paused') };
  if (state === 'disabled') return { mark: 'failed', text: t(disabledCause === 'gone' ? 'gone' : 'exhausted') };
  if (failingSince !== null) return { mark: 'failed', text: t('failing', { n: formatCount(waiting) }) };
  if (waiting > 0) return { mark: 'running', text: t('catchingUp') };
  return { mark: 'ok', text: t('fine') };
};

/** Whether somebody has to act on it. */
export const hasProblem = ({ state, failingSince }: Webhook): boolean =>
  state === 'disabled' || (state === 'active' && failingSince !== null);

/** Trouble first, then by name. */
export const compareByProblem = (a: Webhook, b: Webhook): number =>
  Number(hasProblem(b)) - Number(hasProblem(a)) || webhookName(a).localeCompare(webhookName(b));

/** Types with this prefix can be chosen as a group. */
export const GROUPS = ['consignment.', 'report.'] as const;

/** Whether it receives events of a type, named with its version. */
export const acceptsType = ({ types }: Pick<Webhook, 'types'>, name: string): boolean =>
  types.length === 0 || types.some((prefix) => name.startsWith(prefix));

/** Which events it receives, as text: all, a whole group, or a few by name. */
export const subscriptionText = ({ types }: Pick<Webhook, 'types'>, t: IntegrationText): string => {
  if (types.length === 0) return t('everything', { n: eventTypes.length });
  const kindTexts = types.map((prefix) => {
    const group = GROUPS.find((each) => each === prefix);
    const members = eventTypes.filter(({ name }) => name.startsWith(prefix));
    if (group) return t(`whole.${group}`, { n: members.length });
    const [only] = members;
    return members.length === 1 && only ? only.summary[language()] : t('allOf', { prefix, n: members.length });
  });
  return kindTexts.length > 3
    ? t('kinds', { first: kindTexts.slice(0, 2).join(listSeparator()), n: kindTexts.length })
    : kindTexts.join(listSeparator());
};

/** The result of an attempt: the status, or why there is none. */
export const attemptOutcomeText = (
  { status, failure }: { status: number | null; failure: string | null },
  t: IntegrationText,
): string =>
  status === null || failure === 'redirect' || failure === 'gone'
    ? `${status ?? ''} ${failure === null ? '' : t(failureKey(failure))}`.trim()
    : String(status);

/** The same as part of a sentence about the unit's system. */
export const responseText = (last: { status: number | null; failure: string | null }, t: IntegrationText): string =>
  last.status === null ? attemptOutcomeText(last, t) : t('answered', { outcome: attemptOutcomeText(last, t) });

const FAILURES = ['timeout', 'connection', 'tls', 'refused', 'redirect', 'gone', 'status', 'deleted'] as const;
const failureKey = (failure: string) =>
  `failure.${FAILURES.find((candidate) => candidate === failure) ?? 'status'}` as const;

/** The name of a type in a delivery, with or without its version. */
export const eventTypeName = (type: string): string => {
  const match = eventTypes.find((eventType) => eventType.type === type || eventType.name === type);
  return match?.summary[language()] ?? type;
};

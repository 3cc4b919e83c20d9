import {
  cancelRebuild,
  dropBuild,
  pauseRebuild,
  rebuildView,
  restartView,
  retrySetAside,
  resumeRebuild,
  switchBack,
  switchBuild,
  type ViewStanding,
} from '#contract';
import { askAction } from '../../components/action-dialog.js';
import { succeed } from '../../components/toaster.js';
import { textOf, type TextValues } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { underOneKey } from '../../lib/one-key.js';
import { texts } from './texts.js';
import { projectionsChanged } from './use-projections.js';
import { differing, viewName } from './view-words.js';

/** libs/events: OperatorReason. */
export const REASON_LENGTH = 200;

const t = (key: keyof typeof texts.zh, values?: TextValues): string => textOf(texts, key, values);

type Order = {
  verb: string;
  sentence: string;
  intent?: 'danger';
  what: string;
  send(reason: string, idempotencyKey: string): Promise<unknown>;
};

/** Asks for a reason, orders it, and reads the views again, also after a refusal: something else has been done meanwhile. */
const ask = async ({ verb, sentence, intent, what, send }: Order): Promise<void> => {
  const done = await askAction({
    verb,
    sentence,
    intent: intent ?? 'primary',
    reason: { label: t('reason'), required: true, placeholder: t('reasonHint'), maxLength: REASON_LENGTH },
    run: async (reason) => {
      try {
        await underOneKey(`${what} ${reason}`, (idempotencyKey) => send(reason, idempotencyKey));
      } finally {
        void projectionsChanged();
      }
    },
  });
  if (done) succeed(t('done'));
};

const ofView = ({ name, revision }: ViewStanding) => ({
  name: viewName(name, t),
  query: { view: name },
  of: `${name} ${revision}`,
});

export const askRebuild = (view: ViewStanding): Promise<void> => {
  const { name, query, of } = ofView(view);
  return ask({
    verb: t('rebuildVerb'),
    sentence: t('rebuildSentence', { name }),
    what: `rebuild ${of}`,
    send: (reason, idempotencyKey) => call(rebuildView, { query, body: { reason }, idempotencyKey }),
  });
};

export const askPause = (view: ViewStanding): Promise<void> => {
  const { name, query, of } = ofView(view);
  return ask({
    verb: t('pauseVerb'),
    sentence: t('pauseSentence', { name }),
    what: `pause ${of}`,
    send: (reason, idempotencyKey) => call(pauseRebuild, { query, body: { reason }, idempotencyKey }),
  });
};

export const askResume = (view: ViewStanding): Promise<void> => {
  const { name, query, of } = ofView(view);
  return ask({
    verb: t('resumeVerb'),
    sentence: t('resumeSentence', { name }),
    what: `resume ${of}`,
    send: (reason, idempotencyKey) => call(resumeRebuild, { query, body: { reason }, idempotencyKey }),
  });
};

export const askCancel = (view: ViewStanding): Promise<void> => {
  const { name, query, of } = ofView(view);
  return ask({
    verb: t('cancelVerb'),
    sentence: t('cancelSentence', { name }),
    intent: 'danger',
    what: `cancel ${of}`,
    send: (reason, idempotencyKey) => call(cancelRebuild, { query, body: { reason }, idempotencyKey }),
  });
};

export const askSwitch = (view: ViewStanding): Promise<void> => {
  const { name, query, of } = ofView(view);
  const n = view.comparison ? differing(view.comparison) : 0;
  return ask({
    verb: t('switch'),
    sentence: n > 0 ? t('switchSentenceDiffers', { name, n }) : t('switchSentence', { name }),
    what: `switch ${of}`,
    send: (reason, idempotencyKey) => call(switchBuild, { query, body: { reason }, idempotencyKey }),
  });
};

export const askSwitchBack = (view: ViewStanding): Promise<void> => {
  const { name, query, of } = ofView(view);
  return ask({
    verb: t('backVerb'),
    sentence: t('backSentence', { name }),
    what: `back ${of}`,
    send: (reason, idempotencyKey) => call(switchBack, { query, body: { reason }, idempotencyKey }),
  });
};

export const askDrop = (view: ViewStanding, build: string, isOld: boolean): Promise<void> => {
  const { name, query, of } = ofView(view);
  return ask({
    verb: t(isOld ? 'dropOld' : 'drop'),
    sentence: t(isOld ? 'dropOldSentence' : 'dropSentence', { name }),
    intent: 'danger',
    what: `drop ${build} ${of}`,
    send: (reason, idempotencyKey) => call(dropBuild, { query, body: { build, reason }, idempotencyKey }),
  });
};

export const askRestart = (view: ViewStanding, build: string): Promise<void> => {
  const { name, query, of } = ofView(view);
  return ask({
    verb: t('retryVerb'),
    sentence: t('retrySentence', { name }),
    what: `restart ${build} ${of}`,
    send: (reason, idempotencyKey) => call(restartView, { query, body: { build, reason }, idempotencyKey }),
  });
};

/** One stream that is set aside, or all of them. */
export const askRetryStreams = (view: ViewStanding, stream: string | null): Promise<void> => {
  const { name, query, of } = ofView(view);
  return ask({
    verb: t('retryStreamVerb'),
    sentence:
      stream === null ? t('retryAllSentence', { name, n: view.setAside }) : t('retryStreamSentence', { name, stream }),
    what: `retry ${stream ?? 'all'} ${of}`,
    send: (reason, idempotencyKey) =>
      call(retrySetAside, { query, body: stream === null ? { reason } : { stream, reason }, idempotencyKey }),
  });
};

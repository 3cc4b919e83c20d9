import {
  getSampleChanges,
  getSampleForm,
  type KeptSample,
  sysTestSampleDelete,
  sysTestSampleGet,
  sysTestSampleGetAll,
  tuTestParamGetAll,
  tuTestSampleCopy,
  tuTestSampleDelete,
  tuTestSampleGet,
  tuTestSampleGetAll,
  tuTestSampleImport,
  tuTestSampleResetTemplate,
} from '#contract';
import { CATALOGUE_LIMITS } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { askChanges } from '../../components/change-history/change-history.dialog.js';
import { succeed } from '../../components/toaster.js';
import { textOf } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { readOf } from '../../lib/queries.js';
import type { Keeper } from './keeper.js';
import { wordOf } from './fact-words.js';
import { texts } from './texts.js';

/** Everything that shows samples, their parameters and what hangs on them is read again: a change of one changes the revision of all. */
export const samplesChanged = (): Promise<void> =>
  changed(
    sysTestSampleGetAll,
    tuTestSampleGetAll,
    sysTestSampleGet,
    tuTestSampleGet,
    tuTestParamGetAll,
    getSampleForm,
    getSampleChanges,
  );

type Key = keyof typeof texts.zh;
type Asked = {
  verb: Key;
  sentence: Key;
  done: Key;
  sample: KeptSample;
  isDestructive?: true;
  run(reason: string, idempotencyKey: string): Promise<unknown>;
};

const ask = async ({ verb, sentence, done, sample, isDestructive, run }: Asked): Promise<boolean> => {
  const agreed = await askAction({
    verb: textOf(texts, verb),
    sentence: textOf(texts, sentence, { name: sample.sampleName }),
    intent: isDestructive ? 'danger' : 'primary',
    ...(isDestructive
      ? { reason: { label: textOf(texts, 'reason'), required: true, maxLength: CATALOGUE_LIMITS.reason } }
      : {}),
    run: (reason) =>
      underOneKey(`${verb} ${sample.id} ${sample.revision} ${reason}`, (idempotencyKey) => run(reason, idempotencyKey)),
  });
  if (agreed) succeed(textOf(texts, done));
  await samplesChanged();
  return agreed;
};

export const askWithdraw = ({ whose }: Keeper, sample: KeptSample): Promise<boolean> =>
  ask({
    verb: 'withdrawSample',
    sentence: 'withdrawSentence',
    done: 'withdrawn',
    sample,
    isDestructive: true,
    run: (reason, idempotencyKey) =>
      call(tuTestSampleDelete, { query: { ...whose, id: sample.id, reason }, idempotencyKey }),
  });

export const askReset = ({ whose }: Keeper, sample: KeptSample): Promise<boolean> =>
  ask({
    verb: 'resetSample',
    sentence: 'resetSentence',
    done: 'resetDone',
    sample,
    isDestructive: true,
    run: (reason, idempotencyKey) =>
      call(tuTestSampleResetTemplate, { body: { ...whose, id: sample.id, reason }, idempotencyKey }),
  });

export const askRemove = (sample: KeptSample): Promise<boolean> =>
  ask({
    verb: 'removeSample',
    sentence: 'removeSampleSentence',
    done: 'removed',
    sample,
    isDestructive: true,
    run: (reason, idempotencyKey) => call(sysTestSampleDelete, { query: { id: sample.id, reason }, idempotencyKey }),
  });

export const askImport = ({ whose }: Keeper, sample: KeptSample): Promise<boolean> =>
  ask({
    verb: 'import',
    sentence: 'importSentence',
    done: 'imported',
    sample,
    run: (_, idempotencyKey) => call(tuTestSampleImport, { body: { ...whose, ids: [sample.id] }, idempotencyKey }),
  });

export const askCopy = ({ whose }: Keeper, sample: KeptSample): Promise<boolean> =>
  ask({
    verb: 'copySample',
    sentence: 'copySentence',
    done: 'copied',
    sample,
    run: (_, idempotencyKey) => call(tuTestSampleCopy, { body: { ...whose, id: sample.id }, idempotencyKey }),
  });

/** Who changed what of a sample, for a unit in its own copy too. */
export const askHistory = (
  { whose }: Keeper,
  { id, sampleName }: Pick<KeptSample, 'id' | 'sampleName'>,
): Promise<void> =>
  askChanges({ name: sampleName, read: readOf(getSampleChanges, { sampleId: id, ...whose }), labelOf: wordOf });

import {
  addSampleLevel,
  deleteSampleLevel,
  getSampleLevels,
  type SampleLevelRow,
  sysTestSampleGetAll,
  tuTestSampleGetAll,
  updateSampleLevel,
} from '#contract';
import { CATALOGUE_LIMITS } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { askChanges } from '../../components/change-history/change-history.dialog.js';
import { succeed } from '../../components/toaster.js';
import { textOf } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { texts as listTexts } from './lists.texts.js';
import { texts } from './texts.js';

/** What is typed of a level: a new one, or one there is by another name, at another place or under another. */
export type LevelDraft = { name: string; parentId: string; orderNum: number };

/** Samples show the path of their level. */
const levelsChanged = (): Promise<void> => changed(getSampleLevels, sysTestSampleGetAll, tuTestSampleGetAll);

export const addLevel = async ({ name, parentId }: LevelDraft): Promise<void> => {
  await underOneKey(`level ${parentId} ${name}`, (idempotencyKey) =>
    call(addSampleLevel, { body: { name, parentId: parentId || null }, idempotencyKey }),
  );
  await levelsChanged();
};

export const changeLevel = async (level: SampleLevelRow, { name, parentId, orderNum }: LevelDraft): Promise<void> => {
  const body = {
    id: level.sampleLevelId,
    name,
    orderNum,
    ...(parentId !== '' && parentId !== level.parentId ? { parentId } : {}),
  };
  await underOneKey(`level ${JSON.stringify([level, body])}`, (idempotencyKey) =>
    call(updateSampleLevel, { body, idempotencyKey }),
  );
  await levelsChanged();
};

export const askRemoveLevel = async ({ sampleLevelId, displayName }: SampleLevelRow): Promise<void> => {
  const done = await askAction({
    verb: textOf(texts, 'removeLevel'),
    sentence: textOf(texts, 'removeLevelSentence', { name: displayName }),
    intent: 'danger',
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: CATALOGUE_LIMITS.reason },
    run: (reason) =>
      underOneKey(`remove level ${sampleLevelId} ${reason}`, (idempotencyKey) =>
        call(deleteSampleLevel, { query: { id: sampleLevelId, reason }, idempotencyKey }),
      ),
  });
  if (done) succeed(textOf(texts, 'removed'));
  await changed(getSampleLevels);
};

/** Names that the history of a level uses. */
export const wordOfLevel = (field: string): string => {
  if (field === 'orderNum') return textOf(listTexts, 'levelOrder');
  return textOf(texts, field === 'levelAbove' ? 'levelAbove' : 'levelName');
};

export const askLevelHistory = ({ sampleLevelId, displayName }: SampleLevelRow): Promise<void> =>
  askChanges({ kind: 'category', id: sampleLevelId, name: displayName, labelOf: wordOfLevel });

import {
  exportCatalogue,
  getPackChanges,
  getSampleChanges,
  getSampleForm,
  type KeptPack,
  type KeptSample,
  listPacks,
  resetPack,
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
  type UserInfo,
  withdrawPack,
} from '#contract';
import { CATALOGUE_LIMITS } from '#domain';
import { ROLE } from '#events';
import { askAction } from '../../components/action-dialog.js';
import { askChanges } from '../../components/change-history/change-history.dialog.js';
import { succeed } from '../../components/toaster.js';
import { textOf } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { addressOf, answerOf, call, headersOf, noResponse } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { readOf } from '../../lib/queries.js';
import { hasRole } from '../../lib/session.js';
import { texts as formTexts } from './form.texts.js';
import { texts } from './texts.js';

/** Lists of the form; their members are called as it calls them. */
const OF_FORM = ['properties', 'materials', 'examples'];

/** What those who keep a catalogue call a member of a sample, or of an entry of one of its lists. */
export const wordOf = (field: string, member: string): string => {
  const key = member || field;
  const isOfForm = OF_FORM.includes(field);
  if (isOfForm && key === 'num') return textOf(formTexts, 'place');
  if (field === 'examples' && key === 'name') return textOf(formTexts, 'exampleName');
  if (isOfForm && key in formTexts.zh) return textOf(formTexts, key as keyof typeof formTexts.zh);
  return key in texts.zh ? textOf(texts, key as keyof typeof texts.zh) : key;
};

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

/** Everything that shows packs is read again. */
export const packsChanged = (): Promise<void> => changed(listPacks, getPackChanges);

const packVerbsAsk = async (
  verb: Key,
  sentence: Key,
  done: Key,
  pack: KeptPack,
  run: (reason: string, idempotencyKey: string) => Promise<unknown>,
): Promise<void> => {
  const agreed = await askAction({
    verb: textOf(texts, verb),
    sentence: textOf(texts, sentence, { name: pack.name }),
    intent: 'danger',
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: CATALOGUE_LIMITS.reason },
    run: (reason) =>
      underOneKey(`${verb} ${pack.id} ${pack.revision} ${reason}`, (idempotencyKey) => run(reason, idempotencyKey)),
  });
  if (agreed) succeed(textOf(texts, done));
  await packsChanged();
};

const withdraw =
  ({ whose }: Keeper, { id }: KeptPack) =>
  (reason: string, idempotencyKey: string) =>
    call(withdrawPack, { query: { ...whose, packId: id, reason }, idempotencyKey });

/** One of the template's from the template, or a unit's own. */
export const askRemovePack = (keeper: Keeper, pack: KeptPack): Promise<void> =>
  packVerbsAsk('removePack', 'removePackSentence', 'removed', pack, withdraw(keeper, pack));

export const askWithdrawPack = (keeper: Keeper, pack: KeptPack): Promise<void> =>
  packVerbsAsk('withdrawPack', 'withdrawPackSentence', 'withdrawn', pack, withdraw(keeper, pack));

export const askResetPack = ({ whose }: Keeper, pack: KeptPack): Promise<void> =>
  packVerbsAsk('resetPack', 'resetPackSentence', 'resetDone', pack, (reason, idempotencyKey) =>
    call(resetPack, { query: { packId: pack.id }, body: { ...whose, reason }, idempotencyKey }),
  );

/** Who changed what of a pack, for a unit in its own copy too. */
export const askPackHistory = ({ whose }: Keeper, { id, name }: KeptPack): Promise<void> =>
  askChanges({ name, read: readOf(getPackChanges, { packId: id, ...whose }), labelOf: wordOf });

/** Saves a catalogue as an .xlsx under the name the service gives it; what goes wrong is told. */
export const exportWorkbook = async ({ whose }: Keeper): Promise<void> => {
  try {
    const { content, name } = await download(whose);
    save(name, content);
    succeed(textOf(texts, 'exported'));
  } catch (error) {
    reportFailure(error);
  }
};

const download = async (whose: Keeper['whose']): Promise<{ content: Blob; name: string }> => {
  const response = await fetch(addressOf(exportCatalogue, whose), {
    method: exportCatalogue.method,
    headers: { ...headersOf({}), Accept: '*/*' },
    credentials: 'same-origin',
  }).catch(() => null);
  if (!response) throw noResponse(exportCatalogue, false);
  if (!response.ok)
    answerOf(exportCatalogue, {
      status: response.status,
      body: await response.text(),
      header: (name) => response.headers.get(name),
    });
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { content: await response.blob(), name: named === undefined ? 'catalogue.xlsx' : decodeURIComponent(named) };
};

const save = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(url);
};

/** Whose catalogue is kept: `place` is the unit in the address, null for one's own or the template; `whose` what the calls are asked with. */
export type Keeper = { isTemplate: boolean; place: string | null; whose: { testUnitId?: string } };

/** A laboratory keeps its own, whatever the address says; the administrator the unit's in the address, else the system template. */
export const keeperOf = (user: Pick<UserInfo, 'roles'>, unitId: string | null): Keeper => {
  const isAdmin = hasRole(user, ROLE.admin);
  return isAdmin && unitId !== null
    ? { isTemplate: false, place: unitId, whose: { testUnitId: unitId } }
    : { isTemplate: isAdmin, place: null, whose: {} };
};

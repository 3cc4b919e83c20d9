import { getPackChanges, type KeptPack, listPacks, resetPack, withdrawPack } from '#contract';
import { CATALOGUE_LIMITS } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { askChanges } from '../../components/change-history/change-history.dialog.js';
import { succeed } from '../../components/toaster.js';
import { textOf } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { readOf } from '../../lib/queries.js';
import { wordOf } from './fact-words.js';
import type { Keeper } from './keeper.js';
import { texts } from './texts.js';

/** Everything that shows packs is read again. */
export const packsChanged = (): Promise<void> => changed(listPacks, getPackChanges);

type Key = keyof typeof texts.zh;

const ask = async (
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
  ask('removePack', 'removePackSentence', 'removed', pack, withdraw(keeper, pack));

export const askWithdrawPack = (keeper: Keeper, pack: KeptPack): Promise<void> =>
  ask('withdrawPack', 'withdrawPackSentence', 'withdrawn', pack, withdraw(keeper, pack));

export const askResetPack = ({ whose }: Keeper, pack: KeptPack): Promise<void> =>
  ask('resetPack', 'resetPackSentence', 'resetDone', pack, (reason, idempotencyKey) =>
    call(resetPack, { query: { packId: pack.id }, body: { ...whose, reason }, idempotencyKey }),
  );

/** Who changed what of a pack, for a unit in its own copy too. */
export const askPackHistory = ({ whose }: Keeper, { id, name }: KeptPack): Promise<void> =>
  askChanges({ name, read: readOf(getPackChanges, { packId: id, ...whose }), labelOf: wordOf });

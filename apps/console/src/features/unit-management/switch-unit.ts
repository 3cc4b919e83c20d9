import {
  changeConsginUnitActive,
  changeTestUnitActive,
  getAllUnit,
  getConsginUnitListBySys,
  testUnitGetAll,
} from '#contract';
import { UNIT_LIMITS } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { succeed } from '../../components/toaster.js';
import { textOf } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { texts } from './texts.js';

type Unit = { id: string; revision: number; name: string; isOn: boolean };

/** Asks, with a reason where it takes something away, switches the unit, and says so. It overwrites nothing that somebody typed, so any revision will do. */
export const askSwitch = async (kind: 'Test' | 'Consign', { id, revision, name, isOn }: Unit): Promise<void> => {
  const verb = isOn ? 'off' : 'on';
  const operation = kind === 'Test' ? changeTestUnitActive : changeConsginUnitActive;
  const done = await askAction({
    verb: textOf(texts, `${verb}${kind}`),
    sentence: textOf(texts, `${verb}${kind}Sentence`, { name }),
    intent: isOn ? 'danger' : 'primary',
    ...(isOn ? { reason: { label: textOf(texts, 'reason'), required: true, maxLength: UNIT_LIMITS.reason } } : {}),
    run: (reason) =>
      underOneKey(`switch ${kind} ${id} ${revision} ${reason}`, (idempotencyKey) =>
        call(operation, { body: { id, isActive: !isOn, reason }, idempotencyKey }),
      ),
  });
  if (done) succeed(textOf(texts, isOn ? 'switchedOff' : 'switchedOn'));
  await changed(testUnitGetAll, getAllUnit, getConsginUnitListBySys);
};

import {
  changeConsginUnitActive,
  changeTestUnitActive,
  getAllUnit,
  getConsginUnitListBySys,
  getStatistic,
  testUnitGetAll,
  type UnitOpening,
} from '#contract';
import { UNIT_LIMITS } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { RowVerb } from '../../components/row-verb.js';
import { succeed } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { texts } from './texts.js';

type Kind = 'Test' | 'Consign';
type Unit = { id: string; revision: number; name: string; isOn: boolean; opening?: UnitOpening | undefined };

/** A unit that was never opened is opened or refused; any other is switched on or off. */
type Verb = 'on' | 'off' | 'open' | 'refuse';
const DONE = { on: 'switchedOn', off: 'switchedOff', open: 'opened', refuse: 'wasRefused' } as const;
const LABEL = { on: 'switchOn', off: 'switchOff', open: 'open', refuse: 'refuse' } as const;

const verbsOf = ({ isOn, opening }: Unit): Verb[] => {
  if (opening) return opening.state === 'waiting' ? ['open', 'refuse'] : ['open'];
  return [isOn ? 'off' : 'on'];
};

/** Asks, with a reason where it takes something away, switches the unit, and says so. It overwrites nothing that somebody typed, so any revision will do. */
const askSwitch = async (kind: Kind, verb: Verb, { id, revision, name }: Unit): Promise<void> => {
  const operation = kind === 'Test' ? changeTestUnitActive : changeConsginUnitActive;
  const isActive = verb === 'on' || verb === 'open';
  const label = textOf(texts, verb === 'refuse' ? 'refuseReason' : 'reason');
  const done = await askAction({
    verb: textOf(texts, `${verb}${kind}`),
    sentence: textOf(texts, `${verb}${kind}Sentence`, { name }),
    intent: isActive ? 'primary' : 'danger',
    ...(isActive ? {} : { reason: { label, required: true, maxLength: UNIT_LIMITS.reason } }),
    run: (reason) =>
      underOneKey(`switch ${kind} ${id} ${revision} ${reason}`, (idempotencyKey) =>
        call(operation, { body: { id, isActive, reason }, idempotencyKey }),
      ),
  });
  if (done) succeed(textOf(texts, DONE[verb]));
  await changed(testUnitGetAll, getAllUnit, getConsginUnitListBySys, getStatistic);
};

/** The verbs of a row that open, refuse or switch its unit. */
export const SwitchVerbs = ({ kind, unit }: { kind: Kind; unit: Unit }) => {
  const t = useTexts(texts);
  return verbsOf(unit).map((verb) => (
    <RowVerb key={verb} text={t(LABEL[verb])} name={unit.name} onPress={() => void askSwitch(kind, verb, unit)} />
  ));
};

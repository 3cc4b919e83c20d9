import type { OfferedParameter } from '#contract';
import { missingUses } from '#domain';
import { alertUser } from '../../components/alert-dialog.js';
import { textOf } from '../../i18n/texts.js';
import { chosenOf } from './offer.js';
import { nameOf } from './parameter-list.js';
import { texts } from './selection.texts.js';
import { type Selection, withConclusion, withDefaultEvaluation, withoutPack } from './selection.js';
import type { StandardNames } from './standard-links.js';
import { packMayGo } from './use-packs.js';

type Asked = {
  selection: Selection;
  parameters: readonly OfferedParameter[];
  names: StandardNames;
  recommended: boolean;
  /** The form asks before it clears evaluation standards, the dialog does not (001.md A-17). */
  place: 'dialog' | 'form';
};

/** Turns "need evaluation result" on or off, null when the user declines. It changes standards, so an active pack goes, after a question (PK-004). */
export const conclusionTurned = async (on: boolean, asked: Asked): Promise<Turn | null> => {
  if (!(await packMayGo(asked.selection))) return null;
  const turn = await turned(on, asked);
  return turn && ((now) => withoutPack(turn(now)));
};

type Turn = (now: Selection) => Selection;

/**
 * SS-020, SS-021: without a conclusion evaluation standards go. With recommended standards those
 * who turn it on are told which parameters still lack an evaluation standard; otherwise these take their default ones.
 */
const turned = async (
  on: boolean,
  { selection, parameters, names, recommended, place }: Asked,
): Promise<Turn | null> => {
  if (!on) {
    const goes =
      place === 'dialog' ||
      selection.chosen.size === 0 ||
      (await alertUser({
        title: textOf(texts, 'turnOffTitle'),
        message: textOf(texts, 'turnOff'),
        confirm: textOf(texts, 'goOn'),
        cancel: textOf(texts, 'cancel'),
      }));
    return goes ? (now) => withConclusion(now, false) : null;
  }
  const filled = (now: Selection) => withDefaultEvaluation(withConclusion(now, true), parameters, names);
  if (!recommended) return filled;
  const lacking = chosenOf(parameters, selection).filter((parameter) =>
    missingUses({
      offered: parameter,
      links: selection.chosen.get(parameter.id)?.links ?? [],
      ofSample: [],
      isNeedConclusion: true,
    }).includes('2'),
  );
  if (lacking.length === 0) return (now) => withConclusion(now, true);
  const fills = await alertUser({
    title: textOf(texts, 'reselectTitle'),
    message: textOf(texts, 'reselect', { names: lacking.map(nameOf).join(textOf(texts, 'listComma')) }),
    confirm: textOf(texts, 'useDefaults'),
    cancel: textOf(texts, 'chooseMyself'),
  });
  return fills ? filled : (now) => withConclusion(now, true);
};

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { getParamPack, type OfferedParameter } from '#contract';
import { splitPack } from '#domain';
import { alertUser } from '../../components/alert-dialog.js';
import { fail } from '../../components/toaster.js';
import { textOf } from '../../i18n/texts.js';
import { unitReadOf } from '../../lib/pre-service.js';
import { nameOf } from './parameter-list.js';
import { texts } from './packs.texts.js';
import { type Selection, withoutPack, withPack } from './selection.js';
import type { StandardNames } from './standard-links.js';

/** Clicks on packs within this time count once, the last one (PK-006). */
const CLICK_MS = 300;

/** Passes at once without a pack; with one the user is asked whether a change by hand may drop it (PK-004). */
export const packMayGo = async ({ pack }: Selection): Promise<boolean> =>
  pack === null ||
  alertUser({ message: textOf(texts, 'confirm'), confirm: textOf(texts, 'goOn'), cancel: textOf(texts, 'cancel') });

/** SS-022, A-12: what cannot be chosen is said once, in one alert. */
export const tellNotOffered = (parameters: readonly OfferedParameter[]): void => {
  if (parameters.length > 0)
    void alertUser({
      title: textOf(texts, 'notOfferedTitle'),
      message: textOf(texts, 'notOffered', { name: parameters.map(nameOf).join(textOf(texts, 'listComma')) }),
    });
};

type Packs = {
  testUnitId: string | null;
  parameters: readonly OfferedParameter[];
  names: StandardNames;
  place: 'dialog' | 'form';
  onSelection(change: (now: Selection) => Selection): void;
};

/** Chooses a pack by its id and drops it again: its detail is loaded once clicking rests; a failure leaves the choice as it is (PK-002, PK-005, PK-008). */
export const usePacks = ({ testUnitId, parameters, names, place, onSelection }: Packs) => {
  const queries = useQueryClient();
  const click = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(click.current), []);

  const load = async (id: string): Promise<void> => {
    const detail = await queries
      .fetchQuery({ ...unitReadOf(getParamPack, { id, ...(testUnitId ? { testUnitId } : {}) }), meta: { quiet: true } })
      .catch(() => null);
    if (detail === null) return fail(textOf(texts, 'exception'));
    if (detail.entries.length === 0)
      return fail(textOf(texts, place === 'dialog' ? 'detailFailed' : 'detailFailedInForm'));
    onSelection((now) => withPack(now, detail, parameters, names));
    tellNotOffered(splitPack(detail.entries, parameters).unavailable);
  };
  return {
    choose: (id: string) => {
      clearTimeout(click.current);
      click.current = setTimeout(() => void load(id), CLICK_MS);
    },
    drop: () => {
      clearTimeout(click.current);
      onSelection(withoutPack);
    },
  };
};

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SampleView } from '#contract';
import { useUser } from '../../lib/session.js';
import { useBeforeLeaving } from '../../lib/use-before-leaving.js';
import {
  forgetSample,
  keepSample,
  type KeptSample,
  readKeptSample,
  restorable,
  stored,
  together,
  typedInto,
} from './kept-sample.js';
import type { SampleForm } from './use-sample-form.js';

/** Pause in typing after which what was typed is kept. */
const PAUSE_MS = 500;

/** Keeps what is typed into a sample's form in this browser, as a consignment's is (ADR-041), and offers it again. */
export const useKeptSample = (sample: SampleView, form: SampleForm, enabled: boolean) => {
  const { userId } = useUser();
  const { id } = sample;
  const [found, setFound] = useState<KeptSample | null | 'unread'>('unread');
  const isDropped = useRef(false);
  // What has been saved since, here or by somebody else, stands.
  const offer = useMemo(
    () => (found === 'unread' ? null : found && restorable(found, stored(sample))),
    [found, sample],
  );

  useEffect(() => {
    if (!enabled || found !== 'unread') return;
    let open = true;
    void readKeptSample(userId, id).then((read) => {
      if (open) setFound(read);
    });
    return () => {
      open = false;
    };
  }, [enabled, found, userId, id]);

  const { fields, selection, touched } = form;
  const keep = useCallback(async () => {
    if (!enabled || found === 'unread' || isDropped.current) return;
    const kept = together(
      offer,
      touched ? typedInto(stored(sample), { fields, selection }, new Date().toISOString()) : null,
    );
    await (kept ? keepSample(userId, id, kept) : forgetSample(userId, id));
  }, [enabled, found, offer, touched, sample, fields, selection, userId, id]);

  useEffect(() => {
    const timer = setTimeout(() => void keep(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [keep]);

  // Whatever ends the form, the way back in the browser's history, too.
  useBeforeLeaving(keep);

  const restore = () => {
    if (!offer) return;
    form.change(Object.fromEntries(Object.entries(offer.fields).map(([key, { typed }]) => [key, typed])));
    if (offer.selection) form.select(offer.selection.typed);
    setFound(null);
  };
  /** The user does not want it: neither what was found nor what is typed. */
  const drop = () => {
    isDropped.current = true;
    void forgetSample(userId, id);
  };
  return { offer, restore, discard: () => setFound(null), drop };
};

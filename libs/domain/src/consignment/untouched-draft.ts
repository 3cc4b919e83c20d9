import type { ConsignmentEvent } from '#events';
import type { CommandOf } from './commands.js';
import type { Consignment } from './state.js';

/** How long an untouched draft is opened again instead of a new one; below the time after which it is dropped, so that whoever opens one has time to fill it in. */
export const REUSED_FOR_HOURS = 12;
/** An untouched draft older than this is dropped (ADR-027). */
export const UNTOUCHED_DROPPED_AFTER_HOURS = 24;

const NEVER_EDITED = `新建后${UNTOUCHED_DROPPED_AFTER_HOURS}小时内未编辑，自动清除`;

/** Drops a draft that is as it was created. One that was edited since, is too young or is gone already stays as it is. */
export const dropUntouchedDraft = (
  { createdAt, createdBefore }: CommandOf<'DropUntouchedDraft'>,
  state: Consignment,
): ConsignmentEvent[] =>
  state.phase === 'open' && !state.isTouched && (state.createdAt ?? createdAt) < createdBefore
    ? [{ type: 'UntouchedDraftDropped', data: { reason: NEVER_EDITED } }]
    : [];

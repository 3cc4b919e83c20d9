import type { KeyboardEvent } from 'react';

const FIELDS =
  'input:not([disabled]):not([readonly]):not([type=hidden]):not([type=file]):not([type=checkbox]):not([type=radio]), select:not([disabled]), textarea:not([disabled])';

/** One line of text, or a choice: what Enter means nothing else to. */
const isLine = (target: EventTarget): target is HTMLInputElement | HTMLSelectElement =>
  target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.matches(FIELDS));

/**
 * Enter moves on to the next field of the form, as those who enter many samples are used to. An open list of suggestions and an
 * input method that is composing keep the key for themselves.
 */
export const nextFieldOnEnter = (event: KeyboardEvent<HTMLElement>): void => {
  const { target, key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
  if (key !== 'Enter' || ctrlKey || metaKey || altKey || shiftKey || nativeEvent.isComposing || event.defaultPrevented)
    return;
  // A dialog that a section has opened is drawn elsewhere; its keys are its own.
  if (!isLine(target) || !event.currentTarget.contains(target) || target.getAttribute('aria-expanded') === 'true')
    return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(FIELDS)].filter(
    (field) => !field.closest('details:not([open])'),
  );
  const next = fields[fields.indexOf(target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (next instanceof HTMLInputElement) next.select();
};

import { hasLineBreak, joinedLines } from '#domain/text';

/**
 * Reports when a paste is longer than its field allows, because the browser cuts the rest off silently. Calls `onCut`
 * with the maximum length of the field. Fields that handle a paste themselves are ignored. Returns a function that
 * stops it.
 */
export const watchTruncatedPastes = (page: Document, onCut: (max: number) => void): (() => void) => {
  const onPaste = (event: ClipboardEvent) => {
    const field = event.target;
    if (event.defaultPrevented) return;
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    if (field.maxLength < 0 || field.readOnly || field.disabled) return;
    const selectedLength = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
    const pastedLength = event.clipboardData?.getData('text/plain').replaceAll('\r\n', '\n').length ?? 0;
    if (field.value.length - selectedLength + pastedLength > field.maxLength) onCut(field.maxLength);
  };
  page.addEventListener('paste', onPaste);
  return () => page.removeEventListener('paste', onPaste);
};

const TEXT_INPUT_TYPES = new Set(['text', 'search', 'tel', 'email', 'url']);

/**
 * Joins text pasted into a field of one line: a cell or several lines of a spreadsheet contain tabs and line ends,
 * which the service refuses there. Fields that split several cells have done so before. Returns a function that stops
 * it.
 */
export const joinPastedLines = (page: Document): (() => void) => {
  const onPaste = (event: ClipboardEvent) => {
    const field = event.target;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (event.defaultPrevented || !(field instanceof HTMLInputElement) || field.readOnly || field.disabled) return;
    if (!TEXT_INPUT_TYPES.has(field.type) || !hasLineBreak(text)) return;
    event.preventDefault();
    field.setRangeText(
      joinedLines(text).trim(),
      field.selectionStart ?? field.value.length,
      field.selectionEnd ?? field.value.length,
      'end',
    );
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  };
  page.addEventListener('paste', onPaste);
  return () => page.removeEventListener('paste', onPaste);
};

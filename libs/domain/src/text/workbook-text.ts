import { withoutRefused } from './text.js';

/** What a cell of a spreadsheet holds at most; a longer text makes the file one that has to be repaired. */
const LONGEST_CELL = 32_767;

/**
 * A text as the XML of a workbook spells it, so that it reads back as it was: what XML forbids is U+FFFD, `_x0041_` that somebody typed is
 * escaped, for a spreadsheet would read it as A, and so is a carriage return, which XML takes for a line end.
 */
export const workbookText = (text: string): string =>
  withoutRefused(fitting(text))
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('\r', '_x000D_');

/** Ends with … where it is cut, never within a pair of surrogates. */
const fitting = (text: string): string =>
  text.length <= LONGEST_CELL ? text : `${text.slice(0, LONGEST_CELL - 1).replace(/[\ud800-\udbff]$/, '')}…`;

/** The text that such a spelling stands for. */
export const fromWorkbookText = (spelt: string): string =>
  spelt.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

import { type Problem, problem } from '../rules/rule-broken.js';
import { dayOfSerial, plainNumber, shownNumber, showsDay, showsDigits } from './shown-number.js';
import { NO, type SheetColumn, YES } from './workbook-column.js';

type Kind = SheetColumn<never>['kind'];

/** A cell as its reader sees it; `as` what it says in columns of some kinds, `wrong` why it cannot be read in any other. */
export type ReadCell = { text: string; as?: Partial<Record<Kind, string>>; wrong?: Problem };

/** Errors as spreadsheets spell them in their files, in Spanish, and in other programs; a row of # is a column that was too narrow. */
const ERROR =
  /^(?:#(?:N\/[AD]|NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|PYTHON!|EXTERNAL!|GETTING_DATA|ERROR!|MACRO\?|¡(?:NULO|DIV\/0|VALOR|REF|NUM|DESBORDAMIENTO|CALC|CAMPO)!|¿NOMBRE\?)|Err:\d{3}|#{3,})$/i;
/** A spreadsheet keeps 15 digits of a number: what was typed behind them is gone. */
const INEXACT_FROM = 1e15;

/** A text, which may spell an error that was copied as one. */
export const cellText = (text: string): ReadCell => (ERROR.test(text.trim()) ? cellError(text.trim()) : { text });

export const cellError = (error: string): ReadCell => cellWrong(error, problem('CELL_ERROR', { error }));

export const cellWrong = (text: string, wrong: Problem): ReadCell => ({ text, wrong });

/** A truth as a spreadsheet shows it, which is the word of a column of yes and no. */
export const cellTruth = (is: boolean): ReadCell => ({ text: is ? 'TRUE' : 'FALSE', as: { yesNo: is ? YES : NO } });

/** A number under its format: what it shows is a text, what it is goes into columns of numbers; a day or a share is no number there. */
export const cellNumber = (value: number, format: string, isDate1904: boolean): ReadCell => {
  if (!Number.isFinite(value)) return cellWrong(String(value), problem('CELL_WITHOUT_RESULT'));
  const plain = plainNumber(value);
  if (Math.abs(value) >= INEXACT_FROM) return cellWrong(plain, problem('CELL_INEXACT'));
  const isGeneral = format === 'General' || format === '@';
  const shown = isGeneral ? plain : shownNumber(value, format, isDate1904);
  const day = !isGeneral && showsDay(format) ? dayOfSerial(value) : null;
  const as = {
    ...(isGeneral || showsDigits(format) ? { number: plain, price: plain } : {}),
    ...(day === null ? {} : { day }),
  };
  if (shown === null)
    return { text: plain, as, wrong: problem('CELL_FORMAT_UNKNOWN', { format: format.slice(0, 40) }) };
  return { text: shown, as };
};

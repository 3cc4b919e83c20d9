import type { PreparedPiece } from '#events';
import { LIMITS } from '../consignment/state.js';
import { readCount, type CountInputValue, countInputProblem } from '../numbers/number-input.js';
import { sameId } from '../rules/equality.js';
import { problem, type Problem } from '../rules/rule-broken.js';
import { isCalendarDate } from './auxiliary.js';
import { lengthOf } from '../text/text.js';

/** One row per sample group: existing rows first, then new ones (PP-004, 001.md A-29). */
export const pieceRows = <Piece extends RequestedPiece>(
  pieces: readonly Piece[],
  groups: number,
  blank: (index: number) => Piece,
): Piece[] => Array.from({ length: groups }, (_, index) => pieces[index] ?? blank(index));

/** A row in a form and in a request, with its age as typed. */
export type RequestedPiece = Omit<PreparedPiece, 'ageWaitTime'> & { ageWaitTime: CountInputValue };

/** Allowed age of a piece in days. */
export const AGE_RANGE = { min: 0, max: 100_000 } as const;

/** Days as a number: null for a blank and for 0, NaN for other text, which pieceProblems reports. */
const storedAge = (input: CountInputValue): number | null => {
  const days = readCount(input);
  return days === 0 ? null : days;
};

/**
 * The rows to store: those with a date, an age or a description (PP-005). An age of 0 is stored as null (PP-003). A
 * piece of the sample itself gets an empty id, so that it stays valid in a copy.
 */
export const toStoredPieces = (pieces: readonly RequestedPiece[], sampleId: string): PreparedPiece[] =>
  pieces
    .map(({ buTestSampleId, sampleName, ageBeginTime, ageWaitTime, descrition }) => ({
      buTestSampleId: sameId(buTestSampleId, sampleId) ? '' : buTestSampleId,
      sampleName: sampleName.trim(),
      ageBeginTime: ageBeginTime?.trim() || null,
      ageWaitTime: storedAge(ageWaitTime),
      descrition: descrition.trim(),
    }))
    .filter(
      ({ ageBeginTime, ageWaitTime, descrition }) => ageBeginTime !== null || ageWaitTime !== null || descrition !== '',
    );

/** Whether an age in days is a whole number from 0, or blank (PP-003). */
export const isAge = (input: CountInputValue): boolean => countInputProblem(input, AGE_RANGE) === null;

/**
 * The problems of a sample's pieces: more pieces than groups, dates that are no calendar days, ages that are not whole
 * days, texts that are too long.
 */
export const pieceProblems = (pieces: readonly RequestedPiece[], groups: number): Problem[] => {
  if (pieces.length > groups) return [problem('TOO_MANY_PIECES', { max: groups }, 'buSampleChild')];
  return pieces.flatMap(({ sampleName, ageBeginTime, ageWaitTime, descrition }, index) => [
    ...(isAge(ageWaitTime)
      ? []
      : [problem('PIECE_AGE_INVALID', { row: index + 1 }, `buSampleChild.${index}.ageWaitTime`)]),
    ...(ageBeginTime === null || isCalendarDate(ageBeginTime)
      ? []
      : [problem('PIECE_DATE_INVALID', { row: index + 1 }, `buSampleChild.${index}.ageBeginTime`)]),
    ...(lengthOf(sampleName) > LIMITS.text
      ? [problem('TEXT_TOO_LONG', { max: LIMITS.text }, `buSampleChild.${index}.sampleName`)]
      : []),
    ...(lengthOf(descrition) > LIMITS.longText
      ? [problem('TEXT_TOO_LONG', { max: LIMITS.longText }, `buSampleChild.${index}.descrition`)]
      : []),
  ]);
};

/** A piece in one line, for display and comparison: 试块 2024-05-01 28d 标养. */
export const pieceText = ({ sampleName, ageBeginTime, ageWaitTime, descrition }: PreparedPiece): string =>
  [sampleName, ageBeginTime, ageWaitTime === null ? '' : `${ageWaitTime}d`, descrition].filter(Boolean).join(' ');

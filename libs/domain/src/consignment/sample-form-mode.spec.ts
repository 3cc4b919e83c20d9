import { describe, expect, it } from '@jest/globals';
import { editsParameters, NO_SAVE, sampleFormMode } from './sample-form-mode.js';

const confirming = { isReadOnly: true, consignStatus: 20, pageSource: 4 };
const left = { isTestUnitConfirmTestParam: true, isEditParams: false };

describe('the mode of the sample form', () => {
  it.each([
    [false, false, false, 'edit'],
    [false, true, false, 'edit'],
    [true, false, false, 'readOnly'],
    [true, true, false, 'editParameters'],
    [true, false, true, 'editParameters'],
    [true, true, true, 'editParameters'],
  ] as const)(
    'MODE-004 read-only %s, isEditParams %s, edit-parameters %s: %s',
    (isReadOnly, isEditParams, confirms, mode) => {
      expect(
        sampleFormMode(
          { isReadOnly, consignStatus: confirms ? 20 : 30, pageSource: confirms ? 4 : null },
          { isTestUnitConfirmTestParam: confirms, isEditParams },
        ),
      ).toBe(mode);
    },
  );

  it('MODE-005 completes parameters at 20, with page source 4, of a flagged sample, and with none of the three missing', () => {
    expect(sampleFormMode(confirming, left)).toBe('editParameters');
    expect(editsParameters(confirming, left)).toBe(true);
    for (const other of [
      { ...confirming, consignStatus: 30 },
      { ...confirming, pageSource: 1 },
      { ...confirming, pageSource: null },
    ])
      expect(sampleFormMode(other, left)).toBe('readOnly');
    expect(sampleFormMode(confirming, { ...left, isTestUnitConfirmTestParam: false })).toBe('readOnly');
  });

  it('answers 100 where nothing is saved', () => expect(NO_SAVE).toBe(100));
});

import { describe, expect, it } from '@jest/globals';
import {
  ATTACHMENT_EXTENSIONS,
  ATTACHMENT_LIMIT,
  countProblem,
  extensionsFor,
  fileProblem,
  MAX_FILE_BYTES,
  REPORT_EXTENSIONS,
} from '../files/file-rules.js';
import { dashedId, sameId } from '../rules/equality.js';
import { messageOfProblem } from '../rules/messages.js';
import { attachmentState, filesOfSample, missingAttachments, missingKinds } from './required-attachments.js';

const CONSIGNMENT = '99990000-0000-4000-8000-000000000000';
const kind = (name: string, overrides = {}) => ({
  id: `${name}-id`,
  name,
  enable: true,
  isRequire: true,
  ...overrides,
});
const file = (accessoryTypeID: string) => ({ accessoryTypeID });

describe('files of samples', () => {
  it('AT-008 FI-007 are grouped by the sample id without dashes, and found by an id with or without dashes', () => {
    const files = [
      { foreignKey: '1111-2222', name: 'a' },
      { foreignKey: CONSIGNMENT, name: 'b' },
      { foreignKey: '11112222', name: 'c' },
      { foreignKey: '', name: 'd' },
    ];
    const state = attachmentState(files, CONSIGNMENT.replaceAll('-', ''));
    expect([...state.bySample.keys()]).toEqual(['11112222']);
    for (const id of ['1111-2222', '11112222'])
      expect(filesOfSample(state, id).map(({ name }) => name)).toEqual(['a', 'c']);
    expect([state.shown, state.list.map(({ name }) => name), filesOfSample(state, 'other')]).toEqual([
      true,
      ['b', 'd'],
      [],
    ]);
    expect([...attachmentState([{ foreignKey: '0a-1b' }], CONSIGNMENT).bySample.keys()]).toEqual(['0a1b']);
    const hidden = { ...state, shown: false };
    expect([hidden.list, filesOfSample(hidden, '11112222')]).toEqual([state.list, filesOfSample(state, '11112222')]);
    expect(attachmentState(undefined, CONSIGNMENT)).toEqual({ shown: false, list: [], bySample: new Map() });
  });

  it('AT-003 are reported by name as missing if their type is switched on and required', () => {
    const kinds = [kind('A'), kind('B'), kind('C', { isRequire: false }), kind('D', { enable: false })];
    const missingMessage = (kindIds: string[]) => {
      const problem = missingAttachments(kinds, kindIds.map(file));
      return problem && messageOfProblem(problem, 'en');
    };
    expect(missingMessage(['A-id'])).toBe('please upload attachments: B');
    expect(missingMessage([])).toBe('please upload attachments: A、B');
    expect(missingMessage(['aid', 'B-ID'])).toBeNull();
    expect(missingKinds(kinds, [])).toEqual(['A', 'B']);
  });

  it('AT-004 may have eleven file types, with at most ten files of each attachment type', () => {
    expect(extensionsFor({ sampleId: 's' }).map((extension) => extension.slice(1))).toEqual(
      'rar, zip, doc, docx, xls, xlsx, pdf, jpg, jpeg, png, bmp'.split(', '),
    );
    expect(extensionsFor({})).toBe(ATTACHMENT_EXTENSIONS);
    expect(fileProblem({ name: 'a.exe', size: 1 }, extensionsFor({ sampleId: 's' }))).toMatchObject({
      code: 'FILE_TYPE_UNSUPPORTED',
    });
    for (const extension of REPORT_EXTENSIONS)
      expect(fileProblem({ name: `a${extension}`, size: 1 }, extensionsFor({ sampleId: 's' }))).toBeNull();
    expect([
      countProblem({ limit: ATTACHMENT_LIMIT, addedCount: 10, existingCount: 0 }),
      countProblem({ limit: ATTACHMENT_LIMIT, addedCount: 1, existingCount: 10 })?.code,
    ]).toEqual([null, 'TOO_MANY_FILES']);
  });

  it('SK-005 are limited to ten files of 10 MB for each type', () =>
    expect([ATTACHMENT_LIMIT, MAX_FILE_BYTES]).toEqual([10, 10 * 1024 * 1024]));
});

it('ids are compared regardless of dashes and case', () => {
  const id = '736e0494-c50f-5fb5-9296-7000562a5e79';
  expect([
    sameId(id, id.replaceAll('-', '').toUpperCase()),
    dashedId(id.replaceAll('-', '')),
    sameId(id, null),
  ]).toEqual([true, id, false]);
});

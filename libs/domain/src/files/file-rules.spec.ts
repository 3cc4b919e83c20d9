import { describe, expect, it } from '@jest/globals';
import {
  normalizedFileName,
  ATTACHMENT_EXTENSIONS,
  ATTACHMENT_LIMIT,
  countProblem,
  extensionOf,
  fileProblem,
  MAX_FILE_BYTES,
  mediaTypeOf,
  REPORT_EXTENSIONS,
  UPLOAD_LIMIT,
} from './file-rules.js';
import { messageOfProblem } from '../rules/messages.js';

const problemOf = (name: string, size = 1, extensions = ATTACHMENT_EXTENSIONS) =>
  fileProblem({ name, size }, extensions)?.code ?? null;

describe('a file', () => {
  it('FI-012 AK-008 has one of eight types for a consignment or eleven for a report, and at most ten are accepted', () => {
    expect(ATTACHMENT_EXTENSIONS).toEqual(['.rar', '.zip', '.doc', '.docx', '.xls', '.xlsx', '.pdf', '.jpg']);
    expect(REPORT_EXTENSIONS).toEqual([...ATTACHMENT_EXTENSIONS, '.jpeg', '.png', '.bmp']);
    expect([ATTACHMENT_LIMIT, UPLOAD_LIMIT, MAX_FILE_BYTES]).toEqual([10, 1, 10_485_760]);
    for (const extension of ATTACHMENT_EXTENSIONS) expect(problemOf(`委托书${extension}`)).toBeNull();
    expect(countProblem({ limit: ATTACHMENT_LIMIT, addedCount: 1, existingCount: 9 })).toBeNull();
    expect(countProblem({ limit: ATTACHMENT_LIMIT, addedCount: 1, existingCount: 10 })).toMatchObject({
      code: 'TOO_MANY_FILES',
    });
  });

  it('is recognised by its extension in any case', () => {
    expect(extensionOf('委托.书.PDF')).toBe('.pdf');
    expect([
      problemOf('A.JPG'),
      problemOf('a.png'),
      problemOf('a.png', 1, REPORT_EXTENSIONS),
      problemOf('a.exe', 1, REPORT_EXTENSIONS),
      problemOf('pdf'),
      problemOf('a.pdf.'),
    ]).toEqual([
      null,
      'FILE_TYPE_UNSUPPORTED',
      null,
      'FILE_TYPE_UNSUPPORTED',
      'FILE_TYPE_UNSUPPORTED',
      'FILE_TYPE_UNSUPPORTED',
    ]);
    expect([mediaTypeOf('a.PDF'), mediaTypeOf('a.html')]).toEqual(['application/pdf', 'application/octet-stream']);
  });

  it('AK-008 has at least one byte and at most exactly 10 MB', () => {
    expect([problemOf('a.pdf', 0), problemOf('a.pdf', MAX_FILE_BYTES), problemOf('a.pdf', MAX_FILE_BYTES + 1)]).toEqual(
      ['FILE_EMPTY', null, 'FILE_TOO_LARGE'],
    );
  });

  it('must have a name of limited length without a path, from which invisible and reordering characters are removed', () => {
    for (const name of ['../a.pdf', '..\\a.pdf', 'C:\\a.pdf', '/etc/a.pdf', 'a\u0000.pdf', 'a\n.pdf', '.pdf', 'a".pdf'])
      expect([name, problemOf(name)]).toEqual([name, 'FILE_NAME_INVALID']);
    expect(problemOf(`${'长'.repeat(200)}.pdf`)).toBe('FILE_NAME_TOO_LONG');
    expect(
      [' a\u202Efdp.exe.pdf ', '\u200b检测.pdf'].map((name) => [normalizedFileName(name), problemOf(name)]),
    ).toEqual([
      ['afdp.exe.pdf', null],
      ['检测.pdf', null],
    ]);
    for (const name of ['取样照片（1）.jpg', "O'Neil's plan.pdf", 'año 100%.pdf', 'k+1=2;3.pdf'])
      expect([name, problemOf(name)]).toEqual([name, null]);
  });

  it('is refused with the messages of the specification', () => {
    const messageIn = (problem: ReturnType<typeof fileProblem>, language: 'zh' | 'en') =>
      problem ? messageOfProblem(problem, language) : '';
    expect(messageIn(fileProblem({ name: 'a.pdf', size: MAX_FILE_BYTES + 1 }, ATTACHMENT_EXTENSIONS), 'en')).toBe(
      'file size cannot exceed 10M',
    );
    expect(messageIn(fileProblem({ name: 'a.pdf', size: MAX_FILE_BYTES + 1 }, ATTACHMENT_EXTENSIONS), 'zh')).toBe(
      '文件大小不能超过10M',
    );
    expect(messageIn(fileProblem({ name: 'a.exe', size: 1 }, ATTACHMENT_EXTENSIONS), 'zh')).toBe(
      '不支持文件“a.exe”的格式，仅支持：.rar .zip .doc .docx .xls .xlsx .pdf .jpg',
    );
    expect(messageIn(countProblem({ limit: 10, addedCount: 2, existingCount: 9 }), 'zh')).toBe(
      '当前限制选择 10 个文件，本次选择了 2 个文件，共选择了 11 个文件',
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { droppedLogLines, logLines, logSerializers } from './logging.js';

const errorWithCode = (code: string) => Object.assign(new Error(code), { code });

describe('log lines', () => {
  it('that cannot be written are dropped and counted, and the next one starts on a new line', () => {
    const droppedBefore = droppedLogLines();
    let written = '';
    let freeBytes = 0;
    const { write } = logLines(1, ((_: number, bytes: Buffer, offset: number) => {
      if (freeBytes === 0) throw errorWithCode('ENOSPC');
      const acceptedBytes = bytes.subarray(offset, offset + freeBytes);
      freeBytes -= acceptedBytes.length;
      written += acceptedBytes.toString();
      return acceptedBytes.length;
    }) as never);
    freeBytes = 100;
    write('first\n');
    freeBytes = 3;
    write('second\n');
    write('third\n');
    freeBytes = 100;
    write('fourth\n');
    write('fifth\n');
    expect(written).toBe('first\nsec\nfourth\nfifth\n');
    expect(droppedLogLines() - droppedBefore).toBe(2);
  });

  it('wait once for a slow reader, and are then dropped without a wait until it reads again', () => {
    const droppedBefore = droppedLogLines();
    let [attempts, isReading] = [0, false];
    const { write } = logLines(1, ((_: number, bytes: Buffer) => {
      attempts += 1;
      if (!isReading) throw errorWithCode('EAGAIN');
      return bytes.length;
    }) as never);
    write('first\n');
    const firstLineAttempts = attempts;
    write('second\n');
    expect([firstLineAttempts > 2, attempts - firstLineAttempts, droppedLogLines() - droppedBefore]).toEqual([
      true,
      1,
      2,
    ]);
    isReading = true;
    write('third\n');
    expect(droppedLogLines() - droppedBefore).toBe(2);
  });
});

it('an error is logged with its type, message, stack, code and causes, but without its other properties', () => {
  const lines: string[] = [];
  const logger = pino(
    { level: 'info', serializers: logSerializers },
    { write: (line: string) => void lines.push(line) },
  );
  const event = { data: { name: '陈志远', phone: '13800001111' } };
  const cause = Object.assign(new RangeError('no such page', { cause: '13800001111 is down' }), { event });
  const error = Object.assign(new TypeError('it failed', { cause }), { event, code: 'E_FAILED', errors: [event] });
  logger.error({ err: error }, 'logged');
  logger.child({}).error(error);
  for (const line of lines) {
    const { err } = JSON.parse(line) as { err: { cause: object } };
    expect(err).toEqual({
      type: 'TypeError',
      message: 'it failed',
      stack: expect.stringMatching(/^TypeError: it failed\n\s+at /),
      code: 'E_FAILED',
      cause: { type: 'RangeError', message: 'no such page', stack: expect.any(String), cause: expect.any(Object) },
    });
    expect(line).not.toContain('陈志远');
  }
  expect(lines).toHaveLength(2);
});

import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { droppedLogLines, logLines, logSerializers } from './logging.js';

const failing = (code: string) => Object.assign(new Error(code), { code });

describe('log lines', () => {
  it('that cannot be written are dropped and counted, and the next one starts on a new line', () => {
    const before = droppedLogLines();
    let written = '';
    let room = 0;
    const { write } = logLines(1, ((_: number, bytes: Buffer, offset: number) => {
      if (room === 0) throw failing('ENOSPC');
      const taken = bytes.subarray(offset, offset + room);
      room -= taken.length;
      written += taken.toString();
      return taken.length;
    }) as never);
    room = 100;
    write('first\n');
    room = 3;
    write('second\n');
    write('third\n');
    room = 100;
    write('fourth\n');
    write('fifth\n');
    expect(written).toBe('first\nsec\nfourth\nfifth\n');
    expect(droppedLogLines() - before).toBe(2);
  });

  it('wait once for a slow reader, and are then dropped without a wait until it reads again', () => {
    const before = droppedLogLines();
    let [tries, reads] = [0, false];
    const { write } = logLines(1, ((_: number, bytes: Buffer) => {
      tries += 1;
      if (!reads) throw failing('EAGAIN');
      return bytes.length;
    }) as never);
    write('first\n');
    const patient = tries;
    write('second\n');
    expect([patient > 2, tries - patient, droppedLogLines() - before]).toEqual([true, 1, 2]);
    reads = true;
    write('third\n');
    expect(droppedLogLines() - before).toBe(2);
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

import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { logSerializers } from './log-serializers.js';

it('an error is logged with its type, message, stack, code and causes, and with nothing that it carries besides', () => {
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

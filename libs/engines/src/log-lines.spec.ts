import { describe, expect, it } from '@jest/globals';
import { droppedLogLines, logLines } from './log-lines.js';

const failing = (code: string) => Object.assign(new Error(code), { code });

describe('lines of the log', () => {
  it('that cannot be written are dropped and counted, and the next one begins on a line of its own', () => {
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

  it('wait once for a reader that is slow, and not again until it reads', () => {
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

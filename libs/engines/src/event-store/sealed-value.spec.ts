import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { parseSealed } from './personal-data.js';

const EVENTS = 400;
const LENGTH = 100_000;
const MB = 1024 * 1024;

it('stored key indexes do not keep in memory the events that they come from', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed / MB;
  };
  const eventOf = (n: number) =>
    `{"contact":{"$members":["name"],"$sealed":"contact-${String(n).padStart(20, '0')}.iv.text.tag"},"memo":"${'x'.repeat(LENGTH)}"}`;
  const initialHeap = heap();
  const keyIndexes = Array.from({ length: EVENTS }, (_, n) => parseSealed(eventOf(n)).keyIndexes);
  const growth = heap() - initialHeap;
  expect(keyIndexes[7]).toEqual(['contact-00000000000000000007']);
  expect(growth).toBeLessThan((EVENTS * LENGTH) / MB / 4);
});

import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createSilenceTimer, Semaphore } from './silence-timer.js';

const blockFor = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('the silence timer', () => {
  it('fires after its full duration, counted from the last received data', async () => {
    const began = performance.now();
    let heard = 0;
    await new Promise<void>((resolve) => {
      const silence = createSilenceTimer(60, resolve);
      const timer = setInterval(() => {
        silence.heard();
        if (++heard === 3) clearInterval(timer);
      }, 30);
    });
    expect(heard).toBe(3);
    expect(performance.now() - began).toBeGreaterThan(140);
  });

  it('does not fire if the process itself was blocked while the response arrived', async () => {
    const server = createServer((socket) => socket.end('answer')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    let wasSilent = false;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const silence = createSilenceTimer(50, () => {
      wasSilent = true;
    });
    socket.on('data', () => silence.heard());
    await once(socket, 'connect');
    setImmediate(() => blockFor(150));
    await once(socket, 'end');
    silence.over();
    server.close();
    expect(wasSilent).toBe(false);
  });
});

describe('the semaphore', () => {
  const calls = (count: number) => {
    const turns = new Semaphore();
    const answers: (() => void)[] = [];
    const order: number[] = [];
    const asked = Array.from({ length: count }, (_, n) =>
      turns.take(async () => {
        order.push(n);
        await new Promise<void>((resolve) => answers.push(resolve));
        return n;
      }),
    );
    return { turns, answers, order, asked };
  };

  it('runs 64 calls at a time, in the order of their arrival', async () => {
    const { answers, order, asked } = calls(100);
    expect(order).toHaveLength(64);
    answers[10]?.();
    await asked[10];
    await new Promise(setImmediate);
    expect(order.slice(64)).toEqual([64]);
    for (let n = 0; n < answers.length; n++) {
      answers[n]?.();
      await new Promise(setImmediate);
    }
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    expect(order).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it('can fail all waiting calls without affecting those that run', async () => {
    const { turns, answers, asked } = calls(66);
    turns.failWaiting(new Error('gone'));
    await expect(asked[64]).rejects.toThrow('gone');
    await expect(asked[65]).rejects.toThrow('gone');
    for (const answer of answers) answer();
    await expect(Promise.all(asked.slice(0, 64))).resolves.toHaveLength(64);
    await expect(turns.take(async () => 'free')).resolves.toBe('free');
  });
});

import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createSilenceTimer, Semaphore } from './silence-timer.js';

const blockFor = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('the silence timer', () => {
  it('fires after its full duration, counted from the last received data', async () => {
    const startedAt = performance.now();
    let restarts = 0;
    await new Promise<void>((resolve) => {
      const silenceTimer = createSilenceTimer(60, resolve);
      const timer = setInterval(() => {
        silenceTimer.restart();
        if (++restarts === 3) clearInterval(timer);
      }, 30);
    });
    expect(restarts).toBe(3);
    expect(performance.now() - startedAt).toBeGreaterThan(140);
  });

  it('does not fire if the process itself was blocked while the response arrived', async () => {
    const server = createServer((socket) => socket.end('answer')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    let hasTimedOut = false;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const silenceTimer = createSilenceTimer(50, () => {
      hasTimedOut = true;
    });
    socket.on('data', () => silenceTimer.restart());
    await once(socket, 'connect');
    setImmediate(() => blockFor(150));
    await once(socket, 'end');
    silenceTimer.stop();
    server.close();
    expect(hasTimedOut).toBe(false);
  });
});

describe('the semaphore', () => {
  const startCalls = (count: number) => {
    const semaphore = new Semaphore();
    const resolvers: (() => void)[] = [];
    const order: number[] = [];
    const results = Array.from({ length: count }, (_, n) =>
      semaphore.run(async () => {
        order.push(n);
        await new Promise<void>((resolve) => resolvers.push(resolve));
        return n;
      }),
    );
    return { semaphore, resolvers, order, results };
  };

  it('runs 64 calls at a time, in the order of their arrival', async () => {
    const { resolvers, order, results } = startCalls(100);
    expect(order).toHaveLength(64);
    resolvers[10]?.();
    await results[10];
    await new Promise(setImmediate);
    expect(order.slice(64)).toEqual([64]);
    for (let n = 0; n < resolvers.length; n++) {
      resolvers[n]?.();
      await new Promise(setImmediate);
    }
    expect(await Promise.all(results)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    expect(order).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it('can fail all waiting calls without affecting those that run', async () => {
    const { semaphore, resolvers, results } = startCalls(66);
    semaphore.failWaiting(new Error('gone'));
    await expect(results[64]).rejects.toThrow('gone');
    await expect(results[65]).rejects.toThrow('gone');
    for (const resolve of resolvers) resolve();
    await expect(Promise.all(results.slice(0, 64))).resolves.toHaveLength(64);
    await expect(semaphore.run(async () => 'free')).resolves.toBe('free');
  });
});

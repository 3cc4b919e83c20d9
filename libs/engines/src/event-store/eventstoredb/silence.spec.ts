import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { onSilence } from './silence.js';

const blockFor = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('silence', () => {
  it('is told once it has lasted, counted from what was heard last', async () => {
    const began = performance.now();
    let heard = 0;
    await new Promise<void>((resolve) => {
      const silence = onSilence(60, resolve);
      const timer = setInterval(() => {
        silence.heard();
        if (++heard === 3) clearInterval(timer);
      }, 30);
    });
    expect(heard).toBe(3);
    expect(performance.now() - began).toBeGreaterThan(140);
  });

  it('is not taken from a process that was busy itself while the answer arrived', async () => {
    const server = createServer((socket) => socket.end('answer')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    let wasSilent = false;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const silence = onSilence(50, () => {
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

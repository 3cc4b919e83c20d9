import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getAccessory, uploadAccessory, uploadFile, uploadUnitLogo } from '#contract';
import { clamd, ScannerUnavailable } from '#engines';
import { createDraft } from '#harness/consignments/drafts';
import { LAB1 } from '#harness/consignments/units';
import { startService, type Service } from '#harness/service/service';
import { fileOf, largestPdf, pdfOf, pngOf } from '#harness/files/files';

const BAD = 'EICAR';

/** clamd as its protocol is documented: INSTREAM in chunks with their lengths, PING; it finds the word EICAR. */
class TestDaemon {
  answer: string | null = null;
  isSilent = false;
  received: number[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    let bytes = Buffer.alloc(0);
    socket.on('data', (data) => {
      bytes = Buffer.concat([bytes, data]);
      const reply = this.reply(bytes);
      if (reply !== null && !this.isSilent) socket.end(`${reply}\0`);
    });
  });

  private reply(bytes: Buffer): string | null {
    if (bytes.includes('zPING\0')) return this.answer ?? 'PONG';
    const command = 'zINSTREAM\0';
    if (bytes.length < command.length) return null;
    const content: Buffer[] = [];
    for (let at = command.length; at + 4 <= bytes.length;) {
      const length = bytes.readUInt32BE(at);
      if (length === 0) {
        const received = Buffer.concat(content);
        this.received.push(received.length);
        return this.answer ?? (received.includes(BAD) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK');
      }
      if (at + 4 + length > bytes.length) return null;
      content.push(bytes.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    }
    return null;
  }

  async listen(): Promise<{ host: string; port: number }> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return { host: '127.0.0.1', port: (this.server.address() as AddressInfo).port };
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

let daemon: TestDaemon;
let address: { host: string; port: number };
let service: Service;
beforeAll(async () => {
  daemon = new TestDaemon();
  address = await daemon.listen();
  service = await startService({ scanner: clamd(address, 2_000) });
});
afterEach(() => {
  Object.assign(daemon, { answer: null, isSilent: false, received: [] });
});
afterAll(async () => {
  await service.close();
  await daemon.close();
});
const readyz = async () => (await (await fetch(`${service.url}/readyz`)).json()) as { ready: boolean; scan: object };
const infected = { name: '说明.pdf', content: Buffer.concat([fileOf['.pdf'], Buffer.from(BAD)]) };

describe('clamd', () => {
  it('receives a whole file of any size and returns its finding', async () => {
    const scanner = clamd(address);
    expect(await scanner.scan(largestPdf())).toEqual({ isClean: true });
    expect(daemon.received).toEqual([largestPdf().length]);
    expect(await scanner.scan(infected.content)).toEqual({ isClean: false, finding: 'Eicar-Test-Signature' });
    await expect(scanner.check()).resolves.toBeUndefined();
  });

  it('counts as unavailable if it gives up, answers something else, or does not answer', async () => {
    for (const answer of ['INSTREAM size limit exceeded. ERROR', 'HTTP/1.1 400 Bad Request', '']) {
      daemon.answer = answer;
      await expect(clamd(address).scan(pdfOf(100))).rejects.toBeInstanceOf(ScannerUnavailable);
    }
    await expect(clamd(address).check()).rejects.toBeInstanceOf(ScannerUnavailable);
    await expect(clamd({ host: '127.0.0.1', port: 1 }).scan(pdfOf(100))).rejects.toBeInstanceOf(ScannerUnavailable);
    daemon.isSilent = true;
    await expect(clamd(address, 50).scan(pdfOf(100))).rejects.toThrow('no answer in time');
  });
});

describe('an uploaded file', () => {
  it('is refused by every upload operation if it does not pass the scan, and nothing is stored', async () => {
    const client = await service.as('client1');
    const { id } = await createDraft(client);
    const put = jest.spyOn(service.engines.files, 'put');
    const replies = [
      await client.call(uploadAccessory, { body: { foreignKey: id }, file: infected }),
      await client.call(uploadFile, { file: infected }),
      await (
        await service.as('lab1')
      ).call(uploadUnitLogo, {
        body: { unitType: 1, unitId: LAB1.testUnitId },
        file: { name: 'logo.png', content: Buffer.concat([pngOf(240, 80), Buffer.from(BAD)]) },
      }),
    ];
    expect(replies.map(({ status, failure }) => [status, failure?.code])).toEqual(
      replies.map(() => [400, 'FILE_INFECTED']),
    );
    expect(replies[0]?.failure?.message).toBe('文件“说明.pdf”未通过病毒扫描');
    expect(put).not.toHaveBeenCalled();
    put.mockRestore();
    expect(await client.do(getAccessory, { query: { foreignKey: id } })).toEqual([]);
    expect(
      (
        await client.call(uploadAccessory, {
          body: { foreignKey: id },
          file: { name: '说明.pdf', content: fileOf['.pdf'] },
        })
      ).status,
    ).toBe(200);
  });

  it('is refused while the scanner is unavailable, which readyz reports while the service stays ready', async () => {
    expect(await readyz()).toMatchObject({ ready: true, scan: { by: 'clamd', state: 'ok' } });
    daemon.answer = 'stream: gave up. ERROR';
    const { status, failure } = await (
      await service.as('client1')
    ).call(uploadFile, { file: { name: 'a.pdf', content: fileOf['.pdf'] } });
    expect([status, failure?.code]).toEqual([503, 'SCANNER_AWAY']);
    expect(await readyz()).toMatchObject({ ready: true, scan: { by: 'clamd', state: 'unreachable' } });
  });
});

import { createServer, type Server, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createSmtpTransport } from './messages.js';

/** The smallest server that speaks SMTP: keeps what it is sent. */
const startMailServer = async (
  receiverReply = '250 ok',
): Promise<{ port: number; mails: string[]; server: Server }> => {
  const mails: string[] = [];
  const server = createServer((socket: Socket) => {
    let data: string | null = null;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('utf8').split('\r\n')) {
        if (data !== null) {
          if (line === '.') {
            mails.push(data);
            data = null;
            socket.write('250 kept\r\n');
          } else data += `${line}\n`;
        } else if (/^EHLO|^HELO/i.test(line)) socket.write('250 test\r\n');
        else if (/^MAIL|^RCPT/i.test(line)) {
          mails.push(line);
          socket.write(`${/^RCPT/i.test(line) ? receiverReply : '250 ok'}\r\n`);
        } else if (/^DATA/i.test(line)) {
          data = '';
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, mails, server };
};

describe('Messages through SMTP', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.close();
  });

  it('go to the gateway address of the phone, with the key as Message-ID', async () => {
    const mailServer = await startMailServer();
    server = mailServer.server;
    const transport = createSmtpTransport({
      url: `smtp://127.0.0.1:${mailServer.port}`,
      from: 'platform@example.com',
      domain: 'sms.example.com',
    });
    await transport.send({
      key: 'request-1',
      to: { name: '王见证', phone: '13800000001' },
      subject: '见证签名提醒',
      text: '待您见证签名',
    });
    const transmitted = mailServer.mails.join('\n');
    expect(transmitted).toContain('RCPT TO:<13800000001@sms.example.com>');
    expect(transmitted).toContain('Message-ID: <request-1@sms.example.com>');
    expect(transmitted).toContain(Buffer.from('待您见证签名').toString('base64'));
  });

  it('go to the receiver’s own mail address if there is one', async () => {
    const mailServer = await startMailServer();
    server = mailServer.server;
    const transport = createSmtpTransport({
      url: `smtp://127.0.0.1:${mailServer.port}`,
      from: 'platform@example.com',
      domain: 'sms.example.com',
    });
    await transport.send({
      key: 'request-2',
      to: { name: '陈志远', phone: '13900001001' },
      email: 'chen@example.com',
      subject: '委托审核不通过',
      text: '缺资料',
    });
    expect(mailServer.mails.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<chen@example.com>']);
  });

  it('fail when no server listens, so that the job is retried', async () => {
    const transport = createSmtpTransport({
      url: 'smtp://127.0.0.1:9',
      from: 'platform@example.com',
      domain: 'sms.example.com',
    });
    await expect(
      transport.send({ key: 'k', to: { name: 'x', phone: '1' }, subject: 's', text: 't' }),
    ).rejects.toThrow();
  });

  it('fail without the receiver in the error, although the server names it', async () => {
    const mailServer = await startMailServer('550 <13800000001@sms.example.com> is unknown here');
    server = mailServer.server;
    const transport = createSmtpTransport({
      url: `smtp://127.0.0.1:${mailServer.port}`,
      from: 'platform@example.com',
      domain: 'sms.example.com',
    });
    const failure = await transport
      .send({ key: 'k', to: { name: '王见证', phone: '13800000001' }, subject: 's', text: 't' })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({
      message: 'the mail server did not take the message: EENVELOPE 550',
      code: 'EENVELOPE',
    });
    expect(inspect(failure)).not.toContain('13800000001');
  });
});

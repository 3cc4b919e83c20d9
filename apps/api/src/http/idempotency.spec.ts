import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  authenticate,
  createRawMateriaConsingInfo,
  getUserInfo,
  insertProject,
  register,
  saveConsignInfo,
  sendToMobile,
  uploadAccessory,
  uploadImg,
} from '#contract';
import { verificationCode } from '#engines';
import { createDraft, filledHeader, PROJECT1 } from '#harness/consignments/drafts';
import { fileOf, pngOf } from '#harness/files/files';
import { startService, type Service } from '#harness/service/service';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const under = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('an Idempotency-Key', () => {
  it('returns the first result for the same request', async () => {
    const [client, key] = [await service.as('client1'), under(v4())];
    const [first, repeated] = [
      await client.call(createRawMateriaConsingInfo, key),
      await client.call(createRawMateriaConsingInfo, key),
    ];
    expect([first.status, repeated.status, repeated.result.id, repeated.revision]).toEqual([
      200,
      200,
      first.result.id,
      first.revision,
    ]);
  });

  it('is separate for each caller', async () => {
    const key = under(v4());
    const [first, second] = [
      await (await service.as('client1')).do(createRawMateriaConsingInfo, key),
      await (await service.as('client2')).do(createRawMateriaConsingInfo, key),
    ];
    expect(second.id).not.toBe(first.id);
  });

  it('is separate for each operation', async () => {
    const [client, key] = [await service.as('client1'), under(v4())];
    const { id } = await client.do(createRawMateriaConsingInfo, key);
    const body = { ...filledHeader(), projectId: PROJECT1, id };
    const [saved, repeated] = [
      await client.call(saveConsignInfo, { body, ...key }),
      await client.call(saveConsignInfo, { body, ...key }),
    ];
    expect([saved.status, saved.revision, repeated.status, repeated.revision]).toEqual([200, 1, 200, 1]);
  });

  it('is refused in three languages with another body, which is not processed', async () => {
    const client = await service.as('client1');
    const { id, revision } = await createDraft(client);
    const key = v4();
    const save = (memo: string, language = 'zh') =>
      client.call(saveConsignInfo, {
        body: { ...filledHeader(), projectId: PROJECT1, id, memo },
        headers: { 'idempotency-key': key, 'accept-language': language },
      });
    const first = await save('一');
    expect([first.status, first.revision]).toEqual([200, (revision ?? 0) + 1]);
    expect(
      [await save('二'), await save('二', 'en'), await save('二', 'es')].map(({ status, failure }) => [
        status,
        failure?.code,
        failure?.message,
      ]),
    ).toEqual([
      [422, 'KEY_REUSED', '同一幂等键（Idempotency-Key）已用于内容不同的请求，本次请求未执行'],
      [422, 'KEY_REUSED', 'This Idempotency-Key came before with another request; this one was not carried out'],
      [422, 'KEY_REUSED', 'Esta Idempotency-Key ya se usó con otra solicitud; esta no se ha ejecutado'],
    ]);
    expect([(await save('一')).status, (await save('一')).revision]).toEqual([200, first.revision]);

    const project = (projectName: string) =>
      client.call(insertProject, { body: { projectName }, headers: { 'idempotency-key': key } });
    expect((await project(`工程${v4()}`)).status).toBe(200);
    expect((await project(`工程${v4()}`)).status).toBe(422);
  });

  it('can be used for the corrected request after a refusal', async () => {
    const [client, key] = [await service.as('client1'), under(v4())];
    expect((await client.call(insertProject, { body: { projectName: '' }, ...key })).status).toBe(400);
    expect((await client.call(insertProject, { body: { projectName: `工程${v4()}` }, ...key })).status).toBe(200);
  });

  it('covers the name and content of an uploaded file', async () => {
    const [client, lab] = [await service.as('client1'), await service.as('lab1')];
    const { id } = await createDraft(client);
    const key = under(v4());
    const attach = (name: string, content = fileOf['.pdf']) =>
      client.call(uploadAccessory, { body: { foreignKey: id }, file: { name, content }, ...key });
    const first = await attach('a.pdf');
    expect([
      (await attach('a.pdf')).result.id,
      (await attach('b.pdf')).status,
      (await attach('a.pdf', Buffer.concat([fileOf['.pdf'], Buffer.from('x')]))).status,
    ]).toEqual([first.result.id, 422, 422]);
    const picture = (width: number) =>
      lab.call(uploadImg, {
        body: { directory: 'RichTextImages' },
        file: { name: 'a.png', content: pngOf(width, 8) },
        ...key,
      });
    expect([(await picture(8)).status, (await picture(9)).status]).toEqual([200, 422]);
  });

  it('is separate for each anonymous user: a second registration with it creates another account', async () => {
    const password = 'Another-2026!';
    const newcomer = async (userName: string, mobile: string) => {
      await service.stranger.do(sendToMobile, { body: { sendCodeType: 1, mobile } });
      const { data } = (await service.engines.eventStore.readAll('0'.repeat(20), 100_000)).findLast(
        ({ type }) => type === 'VerificationCodeRequested',
      )!;
      const body = {
        unitName: `${userName} 公司`,
        name: '张三',
        userName,
        emailAddress: '',
        password,
        mobile,
        validateCode: await verificationCode(service.engines.vault, (data as { requestId: string }).requestId),
      };
      return () => service.stranger.call(register, { body, ...under('1') });
    };
    const [registerFirst, registerSecond] = [
      await newcomer('first.stranger', '13800000201'),
      await newcomer('second.stranger', '13800000202'),
    ];
    expect([(await registerFirst()).status, (await registerSecond()).status, (await registerFirst()).status]).toEqual([
      200, 200, 200,
    ]);
    for (const UserNameOrEmailAddress of ['first.stranger', 'second.stranger']) {
      const { accessToken } = await service.stranger.do(authenticate, {
        body: { UserNameOrEmailAddress, password },
        ...under('1'),
      });
      expect((await service.withToken(accessToken).do(getUserInfo)).unitName).toBe(`${UserNameOrEmailAddress} 公司`);
    }
  });
});

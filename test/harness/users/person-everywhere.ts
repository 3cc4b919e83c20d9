import { join } from 'node:path';
import { pino } from 'pino';
import {
  authenticate,
  chooseNotificationChannels,
  commitConsignInfo,
  createQRCodeKey,
  createUser,
  erasePerson,
  exportConsignments,
  genConsignPdf,
  getConsginUnitById,
  getRawMateriaConsignInfoList,
  getUserInfo,
  getUsers,
  noPassAuditConsignInfo,
  pickUpByKey,
  sendJZSignMessage,
  sendToMobile,
  signConsignments,
  updateConsginUnit,
  updateUser,
} from '#contract';
import type { Engines } from '#engines';
import { START } from '#events';
import { createOutboxTransport } from '../../../apps/worker/src/messages/messages.js';
import { waitUntil } from '../worker/test-engines.js';
import { reactions } from '../../../apps/worker/src/reactions.js';
import { createWorker } from '../../../apps/worker/src/worker.js';
import { addCement, createSubmittableDraft, saveSampler } from '../consignments/drafts.js';
import { createConsignmentAt } from '../consignments/stages.js';
import { publishNewReport } from '../reports/reports.js';
import type { Client } from '../service/client.js';
import { startService } from '../service/service.js';

const PASSWORD = 'Harbour-2027!';
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/**
 * The data of the person; no other text of the service contains any of it. The second profile is the one that is
 * erased.
 */
export const PERSON_TEXTS = {
  formerName: '慕容犇犇',
  formerPhone: '13977665544',
  formerEmail: 'benben@vexmail.example',
  formerDescription: 'Zwirnmeister',
  name: '欧阳龘靐',
  phone: '13988776655',
  email: 'quillane@vexmail.example',
  description: 'Xyloquent 夜班',
  cardNo: 'JZ-ZQ-7719',
  phoneInParts: '139 8877 6655',
  formerPhoneInParts: '139-7766-5544',
  certificate: 'QY-ZQ-4431',
} as const;

/**
 * A service with a worker that writes messages beside its data, and a user of a client who is named in every place
 * where a person can be named.
 */
export const startWithPersonEverywhere = async (engines: Engines, dataDir: string) => {
  const service = await startService({ engines });
  const worker = createWorker({
    engines,
    messages: createOutboxTransport(join(dataDir, 'outbox')),
    logger: pino({ level: 'silent' }),
    settleMs: 1,
  });
  const [admin, client, lab] = [await service.as('admin'), await service.as('client1'), await service.as('lab1')];
  const events = (...types: string[]) => engines.eventStore.readAll(START, 100_000, types);
  /** Waits until the worker has finished all jobs. */
  const finishWork = async (): Promise<void> => {
    const requests = await events(...reactions.map(({ on }) => on));
    const jobs = requests
      .filter(({ metadata }) => !metadata.imported)
      .flatMap((event) =>
        reactions
          .filter(({ on, requestsJob = () => true }) => on === event.type && requestsJob(event))
          .map(({ job }) => `${event.id}.${job}`),
      );
    await waitUntil(async () => {
      const states = await Promise.all(jobs.map(async (job) => (await engines.jobs.get(job))?.state));
      return states.every((state) => state === 'done' || state === 'failed');
    });
    if ((await events(...reactions.map(({ on }) => on))).length > requests.length) await finishWork();
    await service.catchUp();
  };

  const { id } = await client.do(createUser, {
    body: {
      userName: 'clerk77',
      name: PERSON_TEXTS.formerName,
      mobile: PERSON_TEXTS.formerPhone,
      emailAddress: PERSON_TEXTS.formerEmail,
      description: PERSON_TEXTS.formerDescription,
      password: PASSWORD,
    },
  });
  await service.stranger.do(sendToMobile, { body: { userName: 'clerk77', sendCodeType: 2 } });
  await finishWork();
  const { name, phone: mobile, email: emailAddress, description } = PERSON_TEXTS;
  await client.do(updateUser, { body: { id, name, mobile, emailAddress, description } });
  const { accessToken } = await service.stranger.do(authenticate, {
    body: { UserNameOrEmailAddress: 'clerk77', password: PASSWORD },
  });
  const personClient = service.withToken(accessToken);
  await personClient.do(chooseNotificationChannels, { body: { choices: { rejected: ['email', 'sms'] } } });
  const { unitId } = await personClient.do(getUserInfo);
  const unit = await admin.do(getConsginUnitById, { query: { id: unitId ?? '' } });
  await admin.do(updateConsginUnit, { body: { ...unit, regPerson: name, regPhone: mobile } });

  const changes = {
    linkPerson: name,
    linkPersonPhone: `+86 ${PERSON_TEXTS.phoneInParts}`,
    needWitnessUnit: true,
    needConstructionWitnessPersonSign: true,
    needWitnessPersonSign: true,
    constructionJzunit: '建设指挥部',
    constructionJzperson: name,
    constructionJzcardNo: PERSON_TEXTS.cardNo,
    constructionJzphone: mobile,
    jhperson: '王五',
    jzphone: '13800000011',
  };
  const rejectedDraft = await createSubmittableDraft(personClient, {
    changes: { ...changes, linkPersonPhone: PERSON_TEXTS.formerPhoneInParts },
  });
  await saveSampler(personClient, await addCement(personClient, rejectedDraft.id), name, PERSON_TEXTS.certificate);
  await personClient.do(commitConsignInfo, { query: { consignInfoIds: rejectedDraft.id } });
  await lab.do(noPassAuditConsignInfo, { query: { ids: rejectedDraft.id, remark: '资料不全' } });
  const signedConsignment = await createConsignmentAt(service, 80, { changes });
  await client.do(signConsignments, { body: { ids: [signedConsignment.id] } });
  await client.do(sendJZSignMessage, { query: { consignInfoId: signedConsignment.id } });
  const receivedConsignment = await createConsignmentAt(service, 60, { changes });
  const report = await publishNewReport(lab, receivedConsignment.id);
  const { key } = await pickUpKey(lab, report.reportId);
  await service.stranger.do(pickUpByKey, { query: { key }, body: { signImage: PNG, name } });

  const consignments = [rejectedDraft.id, signedConsignment.id, receivedConsignment.id];
  for (const language of ['zh-CN', 'en'])
    await client.do(genConsignPdf, { query: { id: signedConsignment.id }, headers: { 'accept-language': language } });
  await client.do(exportConsignments, { body: { consignType: 1, consignIds: consignments, exportPath: '' } });
  await finishWork();
  for (const search of [name, mobile]) {
    await admin.do(getUsers, { query: { search } });
    await client.do(getRawMateriaConsignInfoList, { query: { linkPerson: search } });
  }
  return {
    service,
    consignments,
    signedConsignmentId: signedConsignment.id,
    events,
    finishWork,
    erase: async (user: Client = admin) => {
      await user.do(erasePerson, { query: { userId: id }, body: { reason: '本人要求' } });
      await waitUntil(async () => (await events('ErasedPersonCleared', 'ErasedPersonNotCleared')).length > 0);
      await finishWork();
    },
    async stop(): Promise<void> {
      await worker.stop();
      await service.close();
    },
  };
};

const pickUpKey = async (lab: Client, reportId: string): Promise<{ key: string }> => {
  const key = await lab.do(createQRCodeKey, { body: { ids: [reportId], data: 'reportTakeSign' } });
  return typeof key === 'string' ? { key } : key;
};

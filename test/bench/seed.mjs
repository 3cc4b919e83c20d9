// Fills a data folder, or the servers of the environment, with submitted consignments. Appends the events that the
// deciders would write, in groups.
import { createHash } from 'node:crypto';
import { newHeader } from '../../dist/libs/domain/src/consignment/index.js';
import { load } from '../../dist/libs/domain/src/event-sourcing/index.js';
import { testingUnit, consigningUnit } from '../../dist/libs/domain/src/units/index.js';
import { openEngines } from '../../dist/libs/engines/src/index.js';
import { NO_STREAM } from '../../dist/libs/events/src/index.js';
import { importDemo } from '../../dist/apps/standalone/src/import/import-demo.js';
import { importReference } from '../../dist/apps/standalone/src/import/import-reference.js';
import { buildSample } from '../../dist/libs/domain/src/catalogue/index.js';

const LAB = '736e0494-c50f-5fb5-9296-7000562a5e79';
const CLIENT = '6aef726f-d59e-536d-ab28-6fc104bc2736';
const WRITERS = 64;
const silentLogger = { info() {} };

const guid = (text) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export const seed = async (folder, count) => {
  const engines = await openEngines({ ...process.env, DATA_DIR: folder });
  await importReference(engines, silentLogger);
  await importDemo(engines, silentLogger);
  const store = engines.eventStore;
  const { state: lab } = await load(store, testingUnit, LAB);
  const { state: client } = await load(store, consigningUnit, CLIENT);
  const [sampleListed] = await store.readAll('0'.repeat(20), 1, ['SampleListed']);
  const catalogue = {
    id: sampleListed.stream.slice(sampleListed.stream.indexOf('-') + 1),
    ...sampleListed.data.sample,
  };
  const by = { userId: guid('bench'), role: '委托单位角色', unitId: CLIENT };
  const startedAt = Date.now();
  let nextNumber = 0;
  const appendConsignment = async (number) => {
    const id = guid(`consignment ${number}`);
    const at = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
    const header = newHeader({
      testUnitId: LAB,
      testUnitName: lab.testUnitName,
      projectName: `工程项目 ${number % 500} 号高速公路`,
      tuqualificationId: lab.qualifications[0].id,
      tuqualificationName: lab.qualifications[0].name,
      contact: { name: '陈志远', phone: `139${String(number % 1000).padStart(8, '0')}` },
      consginTestType: '委托检测',
    });
    const sample = buildSample({
      id: guid(`sample ${number}`),
      request: {
        tuSampleParamIds: catalogue.parameters.slice(0, 3).map((parameter) => ({ tuTestParamId: parameter.id })),
      },
      catalogue,
      standardsById: new Map(),
      consignType: 1,
    });
    const metadata = (step) => ({
      schemaVersion: 1,
      by,
      at,
      commandId: guid(`${number} ${step}`),
      correlationId: guid('bench'),
      causationId: null,
      imported: true,
    });
    await store.append(
      `consignment-${id}`,
      [
        {
          type: 'ConsignmentCreated',
          data: {
            toStatus: 10,
            consignType: 1,
            consignUnitId: CLIENT,
            consignUnitName: client.name,
            header,
            createdBy: by.userId,
            createdAt: at,
          },
          metadata: metadata(1),
        },
        { type: 'SampleAdded', data: { sample }, metadata: metadata(2) },
        { type: 'ConsignmentSaved', data: { toStatus: 10, header }, metadata: metadata(3) },
        {
          type: 'ConsignmentCommitted',
          data: {
            toStatus: 20,
            description: '请审核',
            consignCode: `TU001-2026-${String(number + 1).padStart(6, '0')}`,
            committedAt: at,
          },
          metadata: metadata(4),
        },
      ],
      NO_STREAM,
    );
  };
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (nextNumber < count) await appendConsignment(nextNumber++);
    }),
  );
  await engines.close();
  return { events: count * 4, seconds: (Date.now() - startedAt) / 1000 };
};

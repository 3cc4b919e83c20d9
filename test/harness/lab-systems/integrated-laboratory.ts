import { pino } from 'pino';
import { commitConsignInfo, getConsingInfo } from '#contract';
import { handle, load } from '#domain/event-sourcing';
import { testingUnit, testingUnitProfileOf } from '#domain/units';
import { openOutbound } from '#outbound';
import { createWorker } from '../../../apps/worker/src/worker.js';
import { addLabCatalogue, LAB_BIG_CATEGORY, labParameter } from '../catalogue/lab-catalogue.js';
import type { StubLaboratory } from '../catalogue/stub-laboratory.js';
import { CEMENT, DENSITY, createSubmittableDraft } from '../consignments/drafts.js';
import { newLaboratory, systemContext as administrator, type Laboratory } from '../consignments/units.js';
import type { Service } from '../service/service.js';

/** A laboratory with its own code, whose system is not called before `integrate`. */
export type LaboratoryToIntegrate = Laboratory & { code: string };

let laboratoryCount = 0;

/**
 * A laboratory without a system yet: its samples are in the catalogue of the platform, so that drafts are made quickly.
 */
export const laboratoryToIntegrate = async (service: Service): Promise<LaboratoryToIntegrate> => {
  const code = `LAB${(laboratoryCount += 1)}_x_1`;
  return { ...(await newLaboratory(service, {}, { lmisType: 0, lmisurl: '', lmisIntegratedCode: code })), code };
};

/** Sets the address of the system of the laboratory; none if it is empty. */
export const connectLaboratory = async (
  service: Service,
  { testUnitId }: Laboratory,
  lmisurl: string,
): Promise<void> => {
  const { eventStore } = service.engines;
  const { state: unit } = await load(eventStore, testingUnit, testUnitId);
  if (!unit) throw new Error('no such laboratory');
  const profile = { ...testingUnitProfileOf(unit), lmisType: lmisurl === '' ? 0 : 1, lmisurl };
  await handle(eventStore, testingUnit, testUnitId, { type: 'ChangeTestingUnit', unit: profile }, administrator());
  await service.catchUp();
};

/**
 * The responses for the calls before a submission: qualification, sample and parameter of `readyDraft` are in the
 * catalogue.
 */
const fillWithCement = (system: StubLaboratory, { tuqualificationId }: Laboratory): void => {
  addLabCatalogue(system);
  const leaf = { id: CEMENT, name: '普通硅酸盐水泥', category: false, isLeaf: true, children: null };
  system.setPayload('pre/qualification/list', [{ id: tuqualificationId, name: '公路工程综合甲级' }]);
  system.setPayload('pre/sample/tree', {
    sampleTree: [{ id: LAB_BIG_CATEGORY, name: '水泥', category: true, children: [leaf] }],
  });
  system.setPayload('pre/test/param', [labParameter({ id: DENSITY, name: '密度', prices: [{ type: 1, price: 90 }] })]);
};

/** Submits a consignment of client1 to the laboratory, whose system is set already. Returns its id. */
export const submitTo = async (service: Service, lab: Laboratory, system: StubLaboratory | null): Promise<string> => {
  const client = await service.as('client1');
  await connectLaboratory(service, lab, '');
  const { id } = await createSubmittableDraft(client, { lab });
  if (system) fillWithCement(system, lab);
  await connectLaboratory(service, lab, system?.base ?? '');
  const commitResult = await client.do(commitConsignInfo, { query: { consignInfoIds: id, description: '' } });
  const view = await client.do(getConsingInfo, { query: { id } });
  if (view.consignStatus !== 20) throw new Error(`not submitted: ${JSON.stringify(commitResult)}`);
  return id;
};

/** A worker on the engines of the service, which may call these hosts in addition to public ones. */
export const startWorkerBeside = ({ engines }: Service, allowedHosts: readonly string[]) =>
  createWorker({
    engines,
    messages: { name: 'none', send: () => Promise.resolve() },
    outbound: openOutbound({ allowedHosts, keepAlive: true }),
    logger: pino({ level: 'silent' }),
    retryMs: 5,
  });

/** The system of a laboratory as calls of the worker address it. */
export const hostsOf = (...systems: StubLaboratory[]): string[] => systems.map(({ host }) => host);

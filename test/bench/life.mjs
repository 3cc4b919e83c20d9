// The whole life of a consignment over HTTP: created, saved, given a sample, submitted, audited and received.
import { B, succeeded } from './caller.mjs';

export const COMMANDS_A_LIFE = 6;

/** `chosen` is what `choices` of caller.mjs answers; `timed(name, work)` runs and measures each command. */
export const life = async (call, client, lab, { unit, project, leaf, chosen }, timed) => {
  const {
    result: { samples, buConsignInfoSign, testUnitConfig, ...typed },
  } = await timed('create', () => call('POST', `${B}CreateRawMateriaConsingInfo`, client).then(succeeded));
  const { id } = typed;
  await timed('save', () =>
    call('POST', `${B}SaveConsignInfo`, client, {
      ...typed,
      testUnitId: unit.id,
      projectId: project.id,
      projectName: project.projectName,
      tuqualificationId: unit.tuQualification[0].id,
      linkPerson: '陈志远',
      linkPersonPhone: '13900001001',
      reportCount: 3,
      consginTestType: '委托检测',
      memo: '请尽快安排检测',
    }).then(succeeded),
  );
  await timed('add a sample', () =>
    call('POST', '/api/services/app/BuSampleInfo/CreateBuSampleParamInfo', client, {
      consignId: id,
      tuTestSampleDTO: { id: leaf.id, sampleName: leaf.name },
      tuTestParamDtos: chosen,
    }).then(succeeded),
  );
  const submitted = await timed('commit', () =>
    call('POST', `${B}CommitConsignInfo?consignInfoIds=${id}&description=bench`, client),
  );
  if (submitted.result !== true) throw new Error(`a submission was refused: ${submitted.result}`);
  await timed('pass the audit', () => call('POST', `${B}PassAuditConsignInfo?ids=${id}`, lab).then(succeeded));
  await timed('confirm the samples', () => call('POST', `${B}ConfirmSample?ids=${id}`, lab).then(succeeded));
};

/** Milliseconds of the processor a process has had, in ticks of a hundredth of a second. */
const processorOf = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
};

/** Megabytes of the process, its private part, and of the heap of the main thread; and the longest turn of its event loop lately. */
const memoryOf = async (url, pid) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const metric = (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? 0);
  return {
    rss: kilobytes('VmRSS'),
    own: kilobytes('RssAnon'),
    heap: metric('nodejs_heap_size_used_bytes') / 1024 / 1024,
    heapTotal: metric('nodejs_heap_size_total_bytes') / 1024 / 1024,
    external: metric('nodejs_external_memory_bytes') / 1024 / 1024,
    lag: metric('nodejs_eventloop_lag_p99_seconds') * 1000,
    longest: metric('nodejs_eventloop_lag_max_seconds') * 1000,
  };
};

const said = ({ rss, own, heap, heapTotal, external, lag, longest }) =>
  `${rss.toFixed(0)} MB, ${own.toFixed(0)} of them its own; heap of the main thread ${heap.toFixed(0)} of ${heapTotal.toFixed(0)} MB, ` +
  `external ${external.toFixed(0)} MB; event loop p99 ${lag.toFixed(0)}, at most ${longest.toFixed(0)} ms`;

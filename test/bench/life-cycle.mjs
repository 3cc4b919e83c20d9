// The life cycle of a consignment over HTTP: create, save, add a sample, submit, audit and receive.
import { CONSIGNMENTS, succeeded } from './caller.mjs';

export const COMMANDS_PER_LIFE_CYCLE = 6;

/**
 * The last parameters are the result of `loadDemoChoices` and `timed(name, work)`, which runs and measures a command.
 */
export const runLifeCycle = async (call, client, lab, { unit, project, leaf, chosen }, timed) => {
  const {
    result: { samples, buConsignInfoSign, testUnitConfig, ...form },
  } = await timed('create', () => call('POST', `${CONSIGNMENTS}CreateRawMateriaConsingInfo`, client).then(succeeded));
  const { id } = form;
  await timed('save', () =>
    call('POST', `${CONSIGNMENTS}SaveConsignInfo`, client, {
      ...form,
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
    call('POST', `${CONSIGNMENTS}CommitConsignInfo?consignInfoIds=${id}&description=bench`, client),
  );
  if (submitted.result !== true) throw new Error(`a submission was refused: ${submitted.result}`);
  await timed('pass the audit', () =>
    call('POST', `${CONSIGNMENTS}PassAuditConsignInfo?ids=${id}`, lab).then(succeeded),
  );
  await timed('confirm the samples', () => call('POST', `${CONSIGNMENTS}ConfirmSample?ids=${id}`, lab).then(succeeded));
};

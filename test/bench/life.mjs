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

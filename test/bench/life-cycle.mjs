// The life cycle of a consignment over HTTP: create, save, add a sample, submit, audit and receive.
import { CONSIGNMENTS, requireSuccess } from './caller.mjs';

export const COMMANDS_PER_LIFE_CYCLE = 6;

/**
 * The last parameters are the result of `loadDemoChoices` and `runCommand(name, work)`, which runs and measures a command.
 */
export const runLifeCycle = async (call, client, lab, { unit, project, leaf, parameterChoices }, runCommand) => {
  const {
    result: { samples, buConsignInfoSign, testUnitConfig, ...form },
  } = await runCommand('create', () =>
    call('POST', `${CONSIGNMENTS}CreateRawMateriaConsingInfo`, client).then(requireSuccess),
  );
  const { id } = form;
  await runCommand('save', () =>
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
    }).then(requireSuccess),
  );
  await runCommand('add a sample', () =>
    call('POST', '/api/services/app/BuSampleInfo/CreateBuSampleParamInfo', client, {
      consignId: id,
      tuTestSampleDTO: { id: leaf.id, sampleName: leaf.name },
      tuTestParamDtos: parameterChoices,
    }).then(requireSuccess),
  );
  const submission = await runCommand('commit', () =>
    call('POST', `${CONSIGNMENTS}CommitConsignInfo?consignInfoIds=${id}&description=bench`, client),
  );
  if (submission.result !== true) throw new Error(`a submission was refused: ${submission.result}`);
  await runCommand('pass the audit', () =>
    call('POST', `${CONSIGNMENTS}PassAuditConsignInfo?ids=${id}`, lab).then(requireSuccess),
  );
  await runCommand('confirm the samples', () =>
    call('POST', `${CONSIGNMENTS}ConfirmSample?ids=${id}`, lab).then(requireSuccess),
  );
};

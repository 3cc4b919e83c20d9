import type { FeedType } from '#domain/lab-systems';
import { inLanguages, type InEveryLanguage } from '#domain/text';

/** The meaning of an event type in one or two sentences, and the types that usually follow it. */
export type EventMeaning = { meaning: InEveryLanguage; next: readonly FeedType[] };

/** Documentation of every type, for integrators. */
export const eventMeanings: Record<FeedType, EventMeaning> = {
  'consignment.submitted': {
    meaning: inLanguages(
      '委托单位提交了一条委托，等待检测单位审核。退回或撤回后重新提交会再来一次，sequence 更大。',
      'The client submitted a consignment, which waits for the audit. ' +
        'It comes again, with a higher sequence, when the consignment is submitted anew.',
      'El cliente presentó un encargo, que espera la revisión. ' +
        'Vuelve a llegar, con una sequence mayor, si el encargo se presenta de nuevo.',
    ),
    next: ['consignment.audit-passed', 'consignment.audit-rejected', 'consignment.cancelled'],
  },
  'consignment.audit-passed': {
    meaning: inLanguages(
      '检测单位通过了一条委托的审核，委托单位可以送样。退回后重新提交会再来一次。',
      'The laboratory passed the audit; the client can send the samples. It comes again when a returned consignment is submitted anew.',
      'El laboratorio aprobó la revisión; el cliente puede enviar las muestras. ' +
        'Vuelve a llegar si un encargo devuelto se presenta de nuevo.',
    ),
    next: ['consignment.sample-confirmed', 'consignment.sample-returned'],
  },
  'consignment.audit-rejected': {
    meaning: inLanguages(
      '检测单位没有通过审核，原因在 remark。委托单位修改后可以重新提交。',
      'The laboratory rejected the consignment; remark holds the reason. The client can change it and submit it again.',
      'El laboratorio rechazó el encargo; remark contiene el motivo. El cliente puede corregirlo y presentarlo de nuevo.',
    ),
    next: ['consignment.submitted', 'consignment.deleted'],
  },
  'consignment.sample-confirmed': {
    meaning: inLanguages(
      '检测单位确认收到样品，检测可以开始。',
      'The laboratory confirmed that it has the samples; testing can begin.',
      'El laboratorio confirmó la recepción de las muestras; el ensayo puede empezar.',
    ),
    next: ['consignment.signature-requested', 'consignment.correction-requested', 'report.registered'],
  },
  'consignment.sample-returned': {
    meaning: inLanguages(
      '检测单位没有收下样品，原因在 remark。委托单位修改后可以重新提交。',
      'The laboratory did not accept the samples; remark holds the reason. The client can change the consignment and submit it again.',
      'El laboratorio no aceptó las muestras; remark contiene el motivo. El cliente puede corregir el encargo y presentarlo de nuevo.',
    ),
    next: ['consignment.submitted', 'consignment.deleted'],
  },
  'consignment.cancelled': {
    meaning: inLanguages(
      '委托单位撤回了委托，检测单位不必再处理。撤回后可以重新编辑或删除。',
      'The client withdrew the consignment; the laboratory has nothing more to do with it. It can be edited again or deleted.',
      'El cliente retiró el encargo; el laboratorio no tiene que tratarlo. Puede volver a editarse o eliminarse.',
    ),
    next: ['consignment.reopened', 'consignment.deleted'],
  },
  'consignment.reopened': {
    meaning: inLanguages(
      '委托单位开始重新编辑一条已撤回的委托。',
      'The client edits a withdrawn consignment again.',
      'El cliente vuelve a editar un encargo retirado.',
    ),
    next: ['consignment.submitted', 'consignment.deleted'],
  },
  'consignment.deleted': {
    meaning: inLanguages(
      '委托单位删除了委托，之后不会再有这条委托的事件。',
      'The client deleted the consignment; no further event of it follows.',
      'El cliente eliminó el encargo; no le sigue ningún otro evento.',
    ),
    next: [],
  },
  'consignment.correction-requested': {
    meaning: inLanguages(
      '检测单位收样后要求委托单位补正资料，内容在 remark。',
      'After receipt the laboratory asks the client for a correction, which remark describes.',
      'Tras la recepción, el laboratorio pide al cliente una corrección, descrita en remark.',
    ),
    next: ['consignment.stage-withdrawn', 'consignment.signature-requested'],
  },
  'consignment.signature-requested': {
    meaning: inLanguages(
      '检测单位请委托方签名确认，实际费用已填时在 actFee。',
      'The laboratory asks for the signatures of the client; actFee holds the actual fee where it is set.',
      'El laboratorio pide las firmas del cliente; actFee contiene el importe real si se ha indicado.',
    ),
    next: ['consignment.signed', 'consignment.stage-withdrawn'],
  },
  'consignment.stage-withdrawn': {
    meaning: inLanguages(
      '检测单位撤销了补正或签名的要求，委托回到已收样。',
      'The laboratory no longer asks for the correction or the signatures; the consignment is received again.',
      'El laboratorio ya no pide la corrección o las firmas; el encargo vuelve a estar recibido.',
    ),
    next: ['consignment.signature-requested', 'consignment.correction-requested', 'report.registered'],
  },
  'consignment.signed': {
    meaning: inLanguages(
      '一位签名人完成了签名。要求的签名齐全后，状态回到已收样。',
      'One person has signed. When all requested signatures are there, the consignment is received again.',
      'Una persona ha firmado. Con todas las firmas pedidas, el encargo vuelve a estar recibido.',
    ),
    next: ['consignment.signed', 'report.registered'],
  },
  'consignment.actual-fee-set': {
    meaning: inLanguages(
      '检测单位填写或修改了实际费用，状态不变。',
      'The laboratory set or changed the actual fee; the status stays.',
      'El laboratorio indicó o cambió el importe real; el estado no cambia.',
    ),
    next: ['consignment.bill-available', 'consignment.signature-requested'],
  },
  'consignment.bill-available': {
    meaning: inLanguages(
      '委托单文件可以下载，状态不变。',
      'The bill of the consignment can be downloaded; the status stays.',
      'La orden del encargo se puede descargar; el estado no cambia.',
    ),
    next: ['consignment.signature-requested', 'report.registered'],
  },
  'consignment.mail-number-set': {
    meaning: inLanguages(
      '委托单位填写了寄送样品的快递单号，状态不变。',
      'The client set the parcel number of the samples; the status stays.',
      'El cliente indicó el número de envío de las muestras; el estado no cambia.',
    ),
    next: ['consignment.sample-confirmed'],
  },
  'consignment.parameters-completed': {
    meaning: inLanguages(
      '委托单位请检测单位确定参数，检测单位现在填好了，费用可能随之变化。',
      'The client left the parameters to the laboratory, which has now completed them; the price may have changed.',
      'El cliente dejó los parámetros al laboratorio, que ya los completó; el precio puede haber cambiado.',
    ),
    next: ['consignment.audit-passed'],
  },
  'report.registered': {
    meaning: inLanguages(
      '检测单位登记了一份报告。一条委托可以有多份报告。',
      'The laboratory registered a report. A consignment can have several.',
      'El laboratorio registró un informe. Un encargo puede tener varios.',
    ),
    next: ['report.status-changed', 'report.published'],
  },
  'report.status-changed': {
    meaning: inLanguages(
      '报告进入了下一个状态，例如从检测中到编制中。',
      'A report reached its next status, for example from testing to being drafted.',
      'Un informe pasó a su estado siguiente, por ejemplo de ensayo a redacción.',
    ),
    next: ['report.published'],
  },
  'report.published': {
    meaning: inLanguages(
      '报告已发布，委托单位可以下载。',
      'A report was published; the client can download it.',
      'Se publicó un informe; el cliente puede descargarlo.',
    ),
    next: ['report.mailed', 'report.voided'],
  },
  'report.voided': {
    meaning: inLanguages(
      '检测单位把报告作废，原因在 remark。已经下载的不再有效。',
      'The laboratory declared a report void; remark holds the reason. Copies downloaded before are no longer valid.',
      'El laboratorio anuló un informe; remark contiene el motivo. Las copias ya descargadas dejan de ser válidas.',
    ),
    next: [],
  },
  'report.mailed': {
    meaning: inLanguages(
      '报告原件已寄出，快递单号在 mailNumber。',
      'The original of a report was sent; mailNumber holds the parcel number.',
      'Se envió el original de un informe; mailNumber contiene el número de envío.',
    ),
    next: [],
  },
};

/** Meanings of the members of data, by their path. */
export const eventFieldMeanings: Readonly<Record<string, InEveryLanguage>> = {
  consignmentId: inLanguages(
    '委托的 ID，同 subject',
    'id of the consignment, as subject',
    'id del encargo, como subject',
  ),
  consignCode: inLanguages('预委托编号', 'number of the consignment', 'número del encargo'),
  consignType: inLanguages(
    '1 原材料，2 现场，3 交竣工',
    '1 raw material, 2 on-site, 3 handover',
    '1 material, 2 en obra, 3 entrega',
  ),
  'status.from': inLanguages(
    '之前的状态，第一次为 null',
    'status before; null at the first',
    'estado anterior; null al principio',
  ),
  'status.to': inLanguages('之后的状态', 'status after', 'estado posterior'),
  'status.name': inLanguages(
    '之后状态的中文名',
    'Chinese name of the status after',
    'nombre chino del estado posterior',
  ),
  testUnitId: inLanguages('检测单位', 'testing unit', 'laboratorio'),
  consignUnitId: inLanguages('委托单位', 'consigning unit', 'entidad cliente'),
  projectName: inLanguages('工程项目', 'project', 'proyecto'),
  sampleCount: inLanguages('样品个数', 'number of samples', 'número de muestras'),
  'links.self': inLanguages(
    '取委托全文的地址',
    'where the whole consignment is read',
    'dónde se lee el encargo completo',
  ),
  remark: inLanguages(
    '意见或原因，没有时为空',
    'comment or reason; may be empty',
    'comentario o motivo; puede estar vacío',
  ),
  actFee: inLanguages('实际费用，元', 'actual fee in yuan', 'importe real en yuanes'),
  mailNumber: inLanguages('快递公司和单号', 'carrier and parcel number', 'transportista y número de envío'),
  reportId: inLanguages('报告的 ID', 'id of the report', 'id del informe'),
  reportNumber: inLanguages('报告编号', 'number of the report', 'número del informe'),
};

import { consignment, type Consignment, type ConsignmentCommand, type OpenConsignment } from '#domain/consignment';
import type { Actor, ConsignType } from '#events';
import { appointmentAfter } from '../import/import-demo-consignments.js';
import { fixedId } from '../import/run-import.js';
import type { GeneratorData, Client, Laboratory } from './generator-data.js';
import {
  generateMailNumber,
  reporting,
  type HistoryStep,
  HistoryBuilder,
  generateAttachment,
  generateHeader,
  generateSample,
} from './history-builder.js';
import { InMemoryStream } from './in-memory-stream.js';
import { SeededRandom } from './seeded-random.js';

const REJECTIONS = [
  '委托信息不完整，请补充见证人',
  '样品规格与标准不符',
  '检测参数选择有误，请核对后重新提交',
  '缺少产品合格证',
];
const RETURNS = ['样品数量不足，退回重新取样', '样品破损', '样品标识不清'];
const CORRECTIONS = ['请补充生产厂家', '请补正代表批量'];

/**
 * The history of one consignment: drafted, submitted, sometimes rejected, cancelled or returned, received, paid for,
 * corrected, signed, reported on. The same key results in the same history.
 */
export const generateHistory = (key: string, data: GeneratorData): Generator<HistoryStep> =>
  new History(key, data).steps();

class History {
  private readonly random: SeededRandom;
  private readonly builder: HistoryBuilder;
  private readonly id: string;
  private readonly stream: InMemoryStream<typeof consignment.events, ConsignmentCommand, Consignment>;
  private readonly client: Client;
  private readonly lab: Laboratory;
  private readonly consignType: ConsignType;

  constructor(
    private readonly key: string,
    private readonly data: GeneratorData,
  ) {
    this.random = new SeededRandom(key);
    this.builder = new HistoryBuilder(key);
    this.id = fixedId(key);
    this.stream = new InMemoryStream(consignment, this.id);
    this.client = this.random.pick(data.clients);
    // A laboratory that does not confirm receipt does nothing on the platform after its audit.
    const confirmingLaboratories = data.laboratories.filter(({ settings }) => settings.IsConsignSampleNeedConfirm);
    this.lab = this.random.pick(this.random.happens(0.93) ? confirmingLaboratories : data.laboratories);
    this.consignType = this.random.pick([1, 1, 1, 1, 1, 1, 2, 2, 3]);
  }

  *steps(): Generator<HistoryStep> {
    const { random } = this;
    yield* this.drafting();
    if (random.happens(0.04)) return yield* this.cancelling(10);
    yield* this.submitting();
    if (random.happens(0.03)) return yield* this.cancelling(3);
    const acceptedAt = yield* this.auditing();
    if (acceptedAt === null) return;
    yield* this.paying();
    if (random.happens(0.9))
      yield* reporting(random, this.builder, this.data, {
        consignmentId: this.id,
        consignment: this.state,
        acceptedAt,
        lab: this.lab,
      });
  }

  private get state(): OpenConsignment {
    const { state } = this.stream;
    if (state.phase !== 'open') throw new Error(`${this.key} goes on without its consignment`);
    return state;
  }

  private *drafting(): Generator<HistoryStep> {
    const { random, lab, client, consignType } = this;
    let header = generateHeader(random, client, lab);
    yield this.byClient(0, (by, at) => {
      header = { ...header, expectTestTime: consignType === 1 ? null : appointmentAfter(Date.parse(at)) };
      return { type: 'CreateConsignment', by, at, consignType, consignUnitName: client.name, defaults: header };
    });
    const samples = lab.settings.isConsignSingleSample ? 1 : random.pick([1, 1, 2, 2, 3]);
    for (let n = 0; n < samples; n++) {
      const sample = generateSample(random, fixedId(`${this.key}/sample/${n}`), consignType, this.data);
      yield this.byClient(0.2, (by) => ({ type: 'AddSample', by, sample, settings: lab.settings }));
    }
    for (let n = random.between(0, 3); n > 0; n--) {
      const attachmentAt = (at: string) => generateAttachment(fixedId(`${this.key}/file/${n}`), n, this.data, at);
      yield this.byClient(0.1, (by, at) => ({
        type: 'AddAttachment',
        by,
        attachment: attachmentAt(at),
        replaces: false,
      }));
    }
    yield this.byClient(0.3, (by) => ({ type: 'SaveHeader', by, header, settings: lab.settings }));
    if (random.happens(0.6))
      yield this.byClient(2, (by) => ({
        type: 'SaveHeader',
        by,
        header: { ...this.state.header, memo: '工地急用，请尽快安排试验' },
        settings: lab.settings,
      }));
    if (header.sendSampleType === 2)
      yield this.byClient(5, (by) => ({ type: 'SetMailNumber', by, mailOrderNumber: generateMailNumber(random) }));
  }

  private *submitting(hours = 1): Generator<HistoryStep> {
    const { actor } = this.client.staff;
    const commit = (at: string, consignCode: string): ConsignmentCommand => ({
      type: 'Submit',
      by: actor,
      at,
      description: '请审核',
      consignCode,
      settings: this.lab.settings,
      signatureIds: this.signatureIds,
    });
    const step = this.builder.step(this.random.durationMs(hours), actor, this.stream, commit);
    yield this.state.consignCode === '' ? { ...step, numberRequest: { lab: this.lab, consignmentId: this.id } } : step;
  }

  /** Cancels the consignment; some are reopened, some are deleted. */
  private *cancelling(hours: number): Generator<HistoryStep> {
    yield this.byClient(hours, (by) => ({ type: 'Cancel', by, description: '暂不送检' }));
    if (this.random.happens(0.4)) yield this.byClient(48, (by) => ({ type: 'Reopen', by }));
    else if (this.random.happens(0.3))
      yield this.byClient(48, (by) => ({ type: 'Delete', by, description: '重复填写' }));
  }

  /** The audit. Returns when the samples were received; null if the laboratory does not confirm receipt. */
  private *auditing(): Generator<HistoryStep, string | null> {
    const { random, lab } = this;
    for (let isFirst = true; ; isFirst = false) {
      if (isFirst && random.happens(0.12)) {
        const remark = random.pick(REJECTIONS);
        yield this.byLab(6, (by) => ({ type: 'RejectAudit', by, remark }));
        yield* this.editing();
        yield* this.submitting(2);
      }
      yield this.byLab(5, (by) => ({ type: 'PassAudit', by, remark: '资料齐全', limsConsignId: this.id }));
      if (!lab.settings.IsConsignSampleNeedConfirm) return null;
      if (!isFirst || !random.happens(0.06)) break;
      const remark = random.pick(RETURNS);
      yield this.byLab(24, (by) => ({ type: 'ReturnSample', by, remark, settings: lab.settings }));
      yield* this.editing();
      yield* this.submitting(20);
    }
    let acceptedAt = '';
    yield this.byLab(20, (by, at) => {
      acceptedAt = at;
      return { type: 'ConfirmSample', by, remark: '样品完好', limsConsignId: this.id, settings: lab.settings };
    });
    return acceptedAt;
  }

  private *paying(): Generator<HistoryStep> {
    const { random, lab } = this;
    for (let n = random.pick([1, 1, 1, 2]); n > 0; n--) {
      const actFee = `${random.between(200, 9_000)}.${random.pick(['00', '50'])}`;
      yield this.byLab(10, (by) => ({ type: 'SetActualFee', by, actFee }));
    }
    if (random.happens(0.06)) {
      const description = random.pick(CORRECTIONS);
      yield this.byLab(10, (by) => ({
        type: 'EnterLaterStage',
        by,
        toStatus: 70,
        description,
        actFee: null,
        settings: lab.settings,
        signatureIds: this.signatureIds,
      }));
      yield this.byLab(30, (by) => ({
        type: 'EnterLaterStage',
        by,
        toStatus: 60,
        description: '已补正',
        actFee: null,
        settings: lab.settings,
        signatureIds: this.signatureIds,
      }));
    }
    yield this.byLab(8, (by) => ({ type: 'SetBill', by, billFile: '账单.pdf', billHash: this.data.file.hash }));
    if (lab.settings.IsEnableConsignSign && random.happens(0.5)) {
      yield this.byLab(8, (by) => ({
        type: 'EnterLaterStage',
        by,
        toStatus: 80,
        description: '请签名',
        actFee: null,
        settings: lab.settings,
        signatureIds: this.signatureIds,
      }));
      yield this.byClient(20, (by, at) => ({ type: 'Sign', by, at, imageHash: null }));
    }
  }

  /** The corrections that the laboratory has asked for: a sample is saved again, and the form with a remark. */
  private *editing(): Generator<HistoryStep> {
    const { random } = this;
    const sample = random.pick(this.state.samples);
    yield this.byClient(10, (by) => ({
      type: 'SaveSample',
      by,
      sample: { ...sample, memo: '已按要求补正', testSampleDescription: '外观完好，无受潮结块' },
    }));
    // A correction may be later than the appointment, so the appointment is set to a week later.
    yield this.byClient(0.3, (by, at) => ({
      type: 'SaveHeader',
      by,
      header: {
        ...this.state.header,
        memo: '已按审核意见修改',
        expectTestTime: this.consignType === 1 ? null : appointmentAfter(Date.parse(at)),
      },
      settings: this.lab.settings,
    }));
  }

  private byClient(hours: number, commandAt: (by: Actor, at: string) => ConsignmentCommand): HistoryStep {
    const { actor } = this.client.staff;
    return this.builder.step(this.random.durationMs(hours), actor, this.stream, (at) => commandAt(actor, at));
  }

  private byLab(hours: number, commandAt: (by: Actor, at: string) => ConsignmentCommand): HistoryStep {
    const { actor } = this.lab.staff;
    return this.builder.step(this.random.durationMs(hours), actor, this.stream, (at) => commandAt(actor, at));
  }

  private get signatureIds() {
    return {
      consignor: fixedId(`${this.key}/sign/1`),
      owner: fixedId(`${this.key}/sign/2`),
      supervision: fixedId(`${this.key}/sign/3`),
      witnessId: (signType: 2 | 3, index: number) => fixedId(`${this.key}/sign/${signType}/${index}`),
    };
  }
}

/** A step with its time (milliseconds), its history, and a promise that resolves when its earlier steps are written. */
export type ScheduledStep = {
  at: number;
  order: number;
  step: HistoryStep;
  history: Generator<HistoryStep>;
  previousWrite: Promise<void>;
};

/**
 * Steps of many histories in the order of their time; steps of the same time in the order of insertion (a binary heap).
 */
export class StepQueue {
  private readonly heap: ScheduledStep[] = [];
  private putCount = 0;

  get nextAt(): number {
    return this.heap[0]?.at ?? Infinity;
  }

  put(item: Omit<ScheduledStep, 'order'>): void {
    const { heap } = this;
    const entry = { ...item, order: this.putCount++ };
    let index = heap.length;
    for (
      let parentIndex = (index - 1) >> 1;
      index > 0 && isBefore(entry, heap[parentIndex]);
      parentIndex = (index - 1) >> 1
    ) {
      heap[index] = heap[parentIndex] ?? entry;
      index = parentIndex;
    }
    heap[index] = entry;
  }

  /** @throws RangeError if it is empty */
  take(): ScheduledStep {
    const { heap } = this;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last) throw new RangeError('Nothing is due');
    if (last === first) return first;
    let index = 0;
    for (;;) {
      const leftChild = 2 * index + 1;
      const childIndex = isBefore(heap[leftChild + 1], heap[leftChild]) ? leftChild + 1 : leftChild;
      const child = heap[childIndex];
      if (!child || !isBefore(child, last)) break;
      heap[index] = child;
      index = childIndex;
    }
    heap[index] = last;
    return first;
  }
}

const isBefore = (a: ScheduledStep | undefined, b: ScheduledStep | undefined): boolean =>
  a !== undefined && (b === undefined || a.at < b.at || (a.at === b.at && a.order < b.order));

import { Controller, Inject } from '@nestjs/common';
import { getPrintConsignInfoList, type PrintConsignment } from '#contract';
import { catalogueSamples, isEditable, printedRequirement, type CatalogueSampleRow, type Language } from '#domain';
import type { Engines } from '#engines';
import type { ConsignType } from '#events';
import type { z } from 'zod';
import type { Caller } from '../auth/caller.js';
import { consignmentView } from '../consignments/consignment-view.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { By, In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { sampleAsSeen } from '../samples/sample-as-seen.js';

/** Titles of the preview (000.md 13). */
const TITLES: Record<ConsignType, Record<Language, string>> = {
  1: { zh: '原材料检测预览', en: 'raw material testing preview', es: 'vista previa de ensayos de materiales' },
  2: { zh: '现场检测预约预览', en: 'on-site testing appointment preview', es: 'vista previa de cita de ensayo en obra' },
  3: { zh: '交竣工检测预约预览', en: 'handover testing appointment preview', es: 'vista previa de cita de ensayo de recepción' },
};

@Controller()
export class GetPrintData {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getPrintConsignInfoList)
  handle(@Input() { ids }: InputOf<typeof getPrintConsignInfoList>, @By() caller: Caller, @In() language: Language) {
    return Promise.all(ids.map((id) => this.printed(id, caller, language)));
  }

  private async printed(id: string, caller: Caller, language: Language): Promise<z.infer<typeof PrintConsignment>> {
    const { eventStore, views } = this.engines;
    const found = await findConsignment(eventStore, id, caller);
    const { samples: _, ...view } = await consignmentView(eventStore, found, caller, language);
    const listed = await views.getMany<CatalogueSampleRow>(catalogueSamples, [...new Set(found.state.samples.map(({ testUnitSampleId }) => testUnitSampleId))]);
    const samples = await Promise.all(found.state.samples.map(async (sample) => ({
      ...(await sampleAsSeen(eventStore, found, sample, caller)),
      receivingRequirement: printedRequirement(listed.find(({ id }) => id === sample.testUnitSampleId) ?? { requirements: [] }, sample.parameters.map(({ tuTestParamId }) => tuTestParamId)),
    })));
    return { ...view, samples, title: TITLES[found.state.consignType][language], qualificationName: view.tuqualificationName, isReadOnly: !isEditable(found.state.consignStatus) };
  }
}

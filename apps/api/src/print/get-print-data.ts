import { Controller, Inject } from '@nestjs/common';
import { getPrintConsignInfoList, type PrintConsignment } from '#contract';
import { isEditable, printedRequirement, type Language } from '#domain';
import type { Engines } from '#engines';
import type { ConsignType, Sample } from '#events';
import type { z } from 'zod';
import type { Caller } from '../auth/caller.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { consignmentView } from '../consignments/consignment-view.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { sampleForCaller } from '../samples/sample-view.js';

/** Titles of the preview (000.md 13). */
const TITLES: Record<ConsignType, Record<Language, string>> = {
  1: { zh: '原材料检测预览', en: 'raw material testing preview', es: 'vista previa de ensayos de materiales' },
  2: {
    zh: '现场检测预约预览',
    en: 'on-site testing appointment preview',
    es: 'vista previa de cita de ensayo en obra',
  },
  3: {
    zh: '交竣工检测预约预览',
    en: 'handover testing appointment preview',
    es: 'vista previa de cita de ensayo de recepción',
  },
};

@Controller()
export class GetPrintData {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly catalogues: Catalogues,
  ) {}

  @HandlesOperation(getPrintConsignInfoList)
  handle(
    @Input() { ids }: InputOf<typeof getPrintConsignInfoList>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    return Promise.all(ids.map((id) => this.printed(id, caller, language)));
  }

  private async printed(id: string, caller: Caller, language: Language): Promise<z.infer<typeof PrintConsignment>> {
    const { eventStore } = this.engines;
    const found = await findConsignment(eventStore, id, caller);
    const { samples: _, ...view } = await consignmentView(eventStore, found, caller, language);
    const catalogue = await this.catalogues.of(found.state.header.testUnitId);
    const samples = await Promise.all(
      found.state.samples.map(async (sample) => ({
        ...(await sampleForCaller(eventStore, found, sample, caller)),
        receivingRequirement: await receivingRequirement(catalogue, sample),
      })),
    );
    return {
      ...view,
      samples,
      title: TITLES[found.state.consignType][language],
      qualificationName: view.tuqualificationName,
      isReadOnly: !isEditable(found.state.consignStatus),
    };
  }
}

/** The paper is printed without it while the laboratory's system cannot be asked. */
const receivingRequirement = async (
  catalogue: Catalogue,
  { testUnitSampleId, parameters }: Sample,
): Promise<string> => {
  const paramIds = parameters.map(({ tuTestParamId }) => tuTestParamId);
  const requirements = await catalogue.requirements(testUnitSampleId, paramIds).catch((error: unknown) => {
    if (error instanceof Problem) return null;
    throw error;
  });
  return printedRequirement({ requirements: requirements ?? [] }, paramIds);
};

import type { Type } from '@nestjs/common';
import { AddSample } from './add-sample.js';
import { CopySample } from './copy-sample.js';
import { CreateChildSample } from './create-child-sample.js';
import { EstimateSample } from './estimate-sample.js';
import { GetPriceDetail } from './get-price-detail.js';
import { GetReferenceSamples } from './get-reference-samples.js';
import { GetSample } from './get-sample.js';
import { ListSamples } from './list-samples.js';
import { RemoveSamples } from './remove-samples.js';
import { SaveSample } from './save-sample.js';

export const sampleUseCases: Type[] = [
  AddSample,
  CreateChildSample,
  SaveSample,
  CopySample,
  RemoveSamples,
  GetSample,
  ListSamples,
  GetPriceDetail,
  EstimateSample,
  GetReferenceSamples,
];

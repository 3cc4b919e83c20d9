import { PRODUCT } from '#contract';

/** The testing unit for which its laboratory system shows this form: isLims=1 with testUnitId and unitName (CF-008); null in the console itself. */
export const embeddedFor = (params: URLSearchParams): { id: string; name: string } | null => {
  const id = params.get('testUnitId');
  return params.get(`is${PRODUCT}`) === '1' && id ? { id, name: params.get('unitName') ?? '' } : null;
};

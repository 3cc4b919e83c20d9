import { PRODUCT } from '#contract';

/** The testing unit for which its laboratory system shows this form, isLims=1 with testUnitId (CF-008); null in the console itself. */
export const embeddedFor = (params: URLSearchParams): string | null => (params.get(`is${PRODUCT}`) === '1' ? params.get('testUnitId') || null : null);

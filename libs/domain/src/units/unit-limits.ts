/** Lengths in characters of what a unit says of itself; an event holds it whole (ADR-002). `logoKb` in kB; pixels cost memory in every browser that shows them and where a page is printed. */
export const UNIT_LIMITS = {
  unitNo: 20,
  name: 100,
  text: 200,
  introduction: 5000,
  reason: 200,
  addresses: 50,
  origins: 10,
  logoKb: 512,
  logoPixels: { side: 4096, area: 4_000_000 },
} as const;

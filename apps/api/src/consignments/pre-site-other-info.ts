import type { TestingUnit } from '#events';

type PreSiteOtherInfo = {
  qualifications: { id: string; name: string }[];
  baAddresss: { id: string; addressText: string }[];
};

/** What an appointment can choose of a testing unit; nothing while none is chosen. */
export const preSiteOtherInfoOf = (unit: TestingUnit | null): PreSiteOtherInfo => ({
  qualifications: (unit?.qualifications ?? []).map(({ id, name }) => ({ id, name })),
  baAddresss: (unit?.addresses ?? []).map(({ id, addressText }) => ({ id, addressText })),
});

/** How much one consignment may hold (ADR-002; 000 section 9 for witnesses and remarks; the store limits the size of an event). Lengths in characters. */
export const LIMITS = {
  samples: 100,
  remark: 50,
  witnessText: 20,
  witnessesPerSide: 20,
  mailNumber: 50,
  personName: 50,
  text: 200,
  longText: 1000,
  /** Sites of up to 999 groups joined, and the purpose that takes them over; both in every letter fit into one event. */
  sites: 24_000,
  /** Joined from properties that hold up to `longText` each. */
  specification: 10_000,
  extraFields: 50,
  materials: 20,
} as const;

/** Length as people count it: a character outside the basic plane is one. */
export const lengthOf = (text: string): number => [...text].length;

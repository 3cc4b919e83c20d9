import type { TestingUnitRow, UnitLeafRow } from '#domain';
import { Offer, type OfferRows } from './offer.js';
import { WholeSamples } from './whole-samples.js';

/** A hundred testing units at a time; the next one takes the place of the one asked for longest ago. */
const MAX_OFFERS = 100;
const EVERYTHING = '';

/** The catalogue as the views showed it at one moment. */
export class Shelf {
  readonly whole = new WholeSamples();
  private readonly offers = new Map<string, Offer>();

  constructor(private readonly rows: OfferRows & { copies: readonly UnitLeafRow[]; units: readonly TestingUnitRow[] }) {}

  unit(id: string): TestingUnitRow | null {
    return this.rows.units.find((unit) => unit.id === id) ?? null;
  }

  /**
   * The unit with this code, or with one that is the same up to the first underscore (002 PRE-001). Where several units share
   * that beginning, only the whole code tells them apart, or who names the unit besides.
   */
  unitWithCode(code: string, named: TestingUnitRow | null = null): TestingUnitRow | null {
    const whole = this.rows.units.find((unit) => codesOf(unit).includes(code));
    const alike = this.rows.units.filter((unit) => codesOf(unit).map(beginningOf).includes(beginningOf(code)));
    return whole ?? alike.find(({ id }) => id === named?.id) ?? (alike.length === 1 ? (alike[0] ?? null) : null);
  }

  /** What a unit offers; all there is for none. */
  offerOf(unit: TestingUnitRow | null): Offer {
    const key = unit?.id ?? EVERYTHING;
    const offer = this.offers.get(key) ?? new Offer(this.rows, unit, this.rows.copies.filter(({ testUnitId }) => testUnitId === unit?.id));
    this.offers.delete(key);
    this.offers.set(key, offer);
    if (this.offers.size > MAX_OFFERS) for (const oldest of [...this.offers.keys()].slice(0, 1)) this.offers.delete(oldest);
    return offer;
  }
}

/** The code its laboratory system knows it by, and its number on this platform. */
const codesOf = ({ lmisIntegratedCode, unitNo }: TestingUnitRow): string[] => [lmisIntegratedCode.trim(), unitNo].filter(Boolean);

const beginningOf = (code: string): string => code.split('_')[0] ?? '';

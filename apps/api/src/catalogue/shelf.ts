import type { AccessoryTypeRow, TestingUnitRow, UnitLeafRow } from '#domain';
import { RecentlyUsed } from '#engines';
import { Offer, type OfferRows } from './offer.js';
import { WholeSamples } from './whole-samples.js';

/** A hundred testing units at a time; the next one takes the place of the one asked for longest ago. */
const MAX_OFFERS = 100;
const EVERYTHING = '';

/** The catalogue as the views showed it at one moment. */
export class Shelf {
  readonly whole = new WholeSamples();
  private readonly offers = new RecentlyUsed<Offer>(MAX_OFFERS);

  constructor(
    private readonly rows: OfferRows & {
      copies: readonly UnitLeafRow[];
      units: readonly TestingUnitRow[];
      accessoryTypes: readonly AccessoryTypeRow[];
    },
  ) {}

  /** The kinds of files of every unit; an installation older than the list has none. */
  get accessoryTypes(): readonly AccessoryTypeRow[] {
    return this.rows.accessoryTypes;
  }

  get units(): readonly TestingUnitRow[] {
    return this.rows.units;
  }

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
    return this.offers.of(
      unit?.id ?? EVERYTHING,
      () =>
        new Offer(
          this.rows,
          unit,
          this.rows.copies.filter(({ testUnitId }) => testUnitId === unit?.id),
        ),
    );
  }
}

/** The code its laboratory system knows it by, and its number on this platform. */
const codesOf = ({ lmisIntegratedCode, unitNo }: TestingUnitRow): string[] =>
  [lmisIntegratedCode.trim(), unitNo].filter(Boolean);

const beginningOf = (code: string): string => code.split('_')[0] ?? '';

import type { Build, StoredRow, Views } from '#engines';

const PAGE = 200;

/** Every row of a build, in the order of the bytes of their ids. */
export async function* everyRow(views: Pick<Views, 'rowsAfter'>, build: Build): AsyncGenerator<StoredRow> {
  for (let after = ''; ;) {
    const page = await views.rowsAfter(build, after, PAGE);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}

export type PairedRow = { id: string; old: object | undefined; fresh: object | undefined };

/** The rows of two builds side by side, each id once. */
export async function* pairedRows(
  views: Pick<Views, 'rowsAfter'>,
  old: Build,
  fresh: Build,
): AsyncGenerator<PairedRow> {
  const [olds, freshes] = [everyRow(views, old), everyRow(views, fresh)];
  const next = async (rows: AsyncGenerator<StoredRow>): Promise<StoredRow | null> => {
    const taken = await rows.next();
    return taken.done ? null : taken.value;
  };
  let [one, other] = [await next(olds), await next(freshes)];
  while (one || other) {
    const order = one && other ? Buffer.compare(Buffer.from(one.id), Buffer.from(other.id)) : one ? -1 : 1;
    const [left, right] = [order <= 0 ? one : null, order >= 0 ? other : null];
    yield { id: (left ?? right)?.id ?? '', old: left?.row, fresh: right?.row };
    if (left) one = await next(olds);
    if (right) other = await next(freshes);
  }
}

import { StoreUnavailable } from '#events';
import { askingMongo } from '../../mongo/mongo-database.js';
import { ViewMissing, type Build, type Checkpoint, type ViewName } from '../views.js';
import type { MongoRegistered, MongoRegistry } from './mongo-registry.js';

/** Switches that one reading may meet before it gives up. */
const SWITCHES = 5;

/** The build that answers each view, as the registry said last. */
export class ActiveBuilds {
  private readonly builds = new Map<string, MongoRegistered>();

  constructor(private readonly registry: MongoRegistry) {}

  known(view: ViewName): MongoRegistered | null {
    return this.builds.get(keyOf(view)) ?? null;
  }

  async look(view: ViewName): Promise<MongoRegistered | null> {
    const active = await this.registry.active(view);
    if (active) this.builds.set(keyOf(view), active);
    else this.builds.delete(keyOf(view));
    return active;
  }

  async lookAll(views: ViewName[]): Promise<void> {
    const distinct = new Map(views.map((view) => [keyOf(view), view]));
    await Promise.all([...distinct.values()].map((view) => this.look(view)));
  }

  /** A writer of this process has brought the build this far. */
  advance({ name, version, build }: Build, checkpoint: Checkpoint): void {
    const active = this.known({ name, version });
    if (active?.build !== build || (active.checkpoint && active.checkpoint.position >= checkpoint.position)) return;
    this.builds.set(keyOf(active), { ...active, checkpoint });
  }

  /**
   * Reads the build known to answer, then asks the registry whether it still does, and reads again where readers have been switched: a
   * build that is dropped reads as empty, but it leaves the registry before its rows go.
   * @throws ViewMissing, StoreUnavailable; whatever `read` throws
   */
  async read<Answer>(
    view: ViewName,
    read: (build: MongoRegistered) => Promise<Answer>,
  ): Promise<{ answer: Answer; build: MongoRegistered }> {
    let build = this.known(view) ?? (await this.look(view));
    for (let switches = 0; build; switches++) {
      const asked: MongoRegistered = build;
      const reading = await askingMongo(() => read(asked)).then(
        (answer) => ({ answer }),
        (failure: unknown) => ({ failure }),
      );
      if ('failure' in reading && reading.failure instanceof StoreUnavailable) throw reading.failure;
      build = await this.look(view);
      const isLast = build?.build === asked.build || switches === SWITCHES;
      if (build && isLast && 'answer' in reading) return { answer: reading.answer, build };
      if (isLast && 'failure' in reading) throw reading.failure;
    }
    throw new ViewMissing(view);
  }
}

const keyOf = ({ name, version }: ViewName): string => `${name}_v${version}`;

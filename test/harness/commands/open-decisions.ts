import 'reflect-metadata';
import { Module, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import type { Engines } from '#engines';
import { Metrics } from '../../../apps/api/src/operations/metrics.js';
import { CLOCK, ENGINES, type Clock } from '../../../apps/api/src/injection-tokens.js';
import { DecideHandler, Decisions } from '../../../apps/api/src/commands/decisions.js';

@Module({})
class DecisionsAlone {}

/** Decisions on these engines with the real bus and nothing else of the api. */
export const createDecisions = async (
  engines: Engines,
  handlers: Provider[] = [DecideHandler],
  clock: Clock = () => new Date(),
) => {
  const metrics = new Metrics();
  const providers = [
    { provide: ENGINES, useValue: engines },
    { provide: CLOCK, useValue: clock },
    { provide: Metrics, useValue: metrics },
    ...handlers,
    Decisions,
  ];
  const app = await NestFactory.createApplicationContext(
    { module: DecisionsAlone, imports: [CqrsModule.forRoot()], providers },
    { logger: false, abortOnError: false },
  );
  return { decisions: app.get(Decisions), metrics, close: () => app.close() };
};

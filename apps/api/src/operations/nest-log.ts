import type { LoggerService } from '@nestjs/common';
import type { Log } from '../provided.js';

/** Nest's own messages, in the service's log. Its boot chatter is debug. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Log) {}

  log = (message: unknown, context?: string) => this.logger.debug({ context }, String(message));
  debug = (message: unknown, context?: string) => this.logger.debug({ context }, String(message));
  verbose = (message: unknown, context?: string) => this.logger.trace({ context }, String(message));
  warn = (message: unknown, context?: string) => this.logger.warn({ context }, String(message));
  error = (message: unknown, stack?: string, context?: string) =>
    this.logger.error({ context, stack }, String(message));
  fatal = (message: unknown, context?: string) => this.logger.fatal({ context }, String(message));
}

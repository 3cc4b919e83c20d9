type Log = { info(facts: object, text: string): void; error(facts: object, text: string): void };

/** Ends the process in order on SIGINT and SIGTERM: after `close`, with 0; with 1 when something could not be closed. */
export const endOnSignal = (logger: Log, close: () => Promise<void>): void => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      logger.info({ signal }, 'stopping');
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'stopped, though not everything could be closed');
          process.exit(1);
        },
      );
    });
  }
};

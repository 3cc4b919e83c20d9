/** Ends the process and waits until it has ended. */
type Stop = () => Promise<void>;

/**
 * Starts the platform on embedded engines with demo data and waits until it is ready. `labHost` is a host, with or
 * without a port, that the platform may call although it is not public.
 */
export function startPlatform(settings: { port: number; labHost: string; dataDir: string }): Promise<Stop>;

/** Starts the example of a lab system. Besides its port it takes the environment variables of its README. */
export function startLabSystem(settings: { port: number } & Record<string, string | number>): Promise<Stop>;

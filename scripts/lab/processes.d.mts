/** Ends the process and waits until it has ended. */
type Stop = () => Promise<void>;

/** The platform on embedded engines with demo data, ready; `labHost` is the host, for all ports or for one, that it may call although it is not public. */
export function startPlatform(settings: { port: number; labHost: string; dataDir: string }): Promise<Stop>;

/** The example of a lab system; beside its port it takes the environment variables of its README. */
export function startLabSystem(settings: { port: number } & Record<string, string | number>): Promise<Stop>;

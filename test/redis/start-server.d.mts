export type RedisServer = { url: string; stop(): Promise<void>; kill(): Promise<void> };
export function startServer(options?: { port?: number; policy?: string; memory?: string }): Promise<RedisServer>;

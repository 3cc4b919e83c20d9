/** `pause`: it keeps its connections and answers nothing until `resume`. */
export type RedisServer = {
  url: string;
  stop(): Promise<void>;
  kill(): Promise<void>;
  pause(): void;
  resume(): void;
};
export function startServer(options?: { port?: number; policy?: string; memory?: string }): Promise<RedisServer>;

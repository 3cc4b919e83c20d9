export type RunningServer = {
  url: string;
  stop(): Promise<void>;
  kill(): Promise<void>;
  pause(): void;
  resume(): void;
};
export function startServer(options?: { port?: number; data?: string }): Promise<RunningServer>;

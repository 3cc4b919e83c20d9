/**
 * The web address at which others reach the platform (PUBLIC_URL), without a slash at its end; else that of this process itself. Events
 * of the feed and of webhooks link to it. @throws Error for what is no http or https address
 */
export const publicUrlFrom = (env: NodeJS.ProcessEnv): string => {
  const given = env['PUBLIC_URL']?.trim();
  if (!given) return `http://${env['HOST'] ?? '127.0.0.1'}:${env['PORT'] ?? 3000}`;
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new Error('PUBLIC_URL is an http or https address, e.g. https://consign.example.com');
  return given.replace(/\/+$/, '');
};

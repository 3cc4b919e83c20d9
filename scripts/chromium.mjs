// Finds the browser for the browser tests: CHROMIUM, then the usual places; otherwise it installs the package of Debian
// if it may.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// The headless shell comes first: it is the same engine and needs half the processor time for a page.
const browserPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
];

/** The path of a Chromium, or null. */
export const findChromium = () => {
  const existing = [process.env.CHROMIUM, ...browserPaths].find((path) => path && existsSync(path));
  if (existing) return existing;
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return null;
  process.stdout.write('Installing Chromium for the browser tests ...\n');
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
  const install = (browser) =>
    spawnSync('apt-get', ['install', '-y', '-qq', browser, 'fonts-noto-cjk', 'poppler-utils'], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  if (install('chromium-headless-shell').status !== 0) install('chromium');
  return browserPaths.find((path) => existsSync(path)) ?? null;
};

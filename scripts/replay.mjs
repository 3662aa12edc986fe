// `npm run replay FILE`: shows a saved trace, or the trace of an error report, in the browser with the DevTools panel. The trace is sent nowhere: the
// page has no API, and the application has no effects while it shows a trace.
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { readTrace } from '../store/devtools/readTrace.ts';
import { buildWhenChanged } from './build.mjs';
import { hasDeveloperTools } from './developerTools.ts';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};
const [given] = process.argv.slice(2);
const file = given && resolve(process.env.INIT_CWD ?? process.cwd(), given);
process.chdir(join(import.meta.dirname, '..'));

function stop(message) {
  console.error(message);
  process.exit(1);
}
if (!file || !existsSync(file))
  stop(file ? `${file} does not exist. Check the path.` : 'Name the trace file: npm run replay FILE');
let trace;
try {
  trace = readTrace(readFileSync(file, 'utf8'));
} catch (error) {
  stop(`${file} cannot be replayed. ${error.message}`);
}
if (!hasDeveloperTools())
  stop('A build without developer tools cannot show traces. Set DEVELOPER_TOOLS=1 and start again.');

buildWhenChanged();
const build = readFileSync('dist/.built', 'utf8').slice(0, 12);
if (trace.build !== build)
  console.log(
    `This trace was saved by another build (${trace.build}; this is ${build}). It may look different.`,
  );

const server = createServer((request, response) => {
  const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
  if (path === '/replay.json') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(trace));
    return;
  }
  if (path.startsWith('/api')) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    return;
  }
  const requested = join('dist', path);
  const asset = extname(path) in TYPES && existsSync(requested) ? requested : 'dist/index.html';
  response.setHeader('content-type', TYPES[extname(asset)]);
  createReadStream(asset).pipe(response);
});
server.listen(Number(process.env.PORT ?? 4_500), '127.0.0.1', () => {
  const { port } = server.address();
  console.log(
    `Trace with ${trace.actions.length} actions, saved ${trace.savedAt}, deployment ${trace.deployment}, version ${trace.version}`,
  );
  if (trace.failure) console.log(`${trace.failure.error} in ${trace.failure.where}`);
  console.log(`Open http://localhost:${port}/?devtools&replay`);
});

// `npm run replay FILE`: shows a saved trace in the browser, with the panel of the DevTools. Nothing of it is sent anywhere:
// the page is served without an API, and while a trace is shown the application causes nothing.
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { buildWhenChanged } from './build.mjs';

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

function stop(why) {
  console.error(why);
  process.exit(1);
}
if (!file || !existsSync(file)) stop('Which trace? npm run replay FILE');
let trace;
try {
  trace = JSON.parse(readFileSync(file, 'utf8'));
} catch {
  stop(`${file} is not JSON.`);
}
if (trace.format !== 'trellis-trace-1') stop(`${file} is not a trace of Trellis.`);
if (process.env.DEPLOYMENT === 'production')
  stop('A build for production cannot play a trace: unset DEPLOYMENT.');

buildWhenChanged();
const build = readFileSync('dist/.built', 'utf8').slice(0, 12);
if (trace.build !== build)
  console.log(
    `This trace was written by another build (${trace.build}, this is ${build}): it may look different.`,
  );

const server = createServer((request, response) => {
  const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
  if (path === '/replay.json') {
    response.setHeader('content-type', 'application/json');
    createReadStream(file).pipe(response);
    return;
  }
  if (path.startsWith('/api')) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    return;
  }
  const wanted = join('dist', path);
  const asset = extname(path) in TYPES && existsSync(wanted) ? wanted : 'dist/index.html';
  response.setHeader('content-type', TYPES[extname(asset)]);
  createReadStream(asset).pipe(response);
});
server.listen(Number(process.env.PORT ?? 4_500), '127.0.0.1', () => {
  const { port } = server.address();
  console.log(
    `${trace.actions.length} actions of ${trace.deployment}, version ${trace.version}, ${trace.savedAt}`,
  );
  console.log(`Open http://localhost:${port}/?devtools&replay`);
});

import { createHash } from 'node:crypto';
import path from 'node:path';
import webpack, { type Chunk, type Compilation, type Compiler } from 'webpack';

const NAME = 'ServiceWorkerPlugin';
const FILE = 'service-worker.js';
const ENTRY = './src/app/offline/serviceWorker.ts';
/** The placeholder for the list of files in the worker's code. */
const PLACEHOLDER = 'self.__PRECACHE__';

/** Chunks that are of no use offline: they need the server, or they are for developers. */
const ONLINE_CHUNKS = new Set(['coaching-room', 'people-import']);
const ONLINE_PACKAGES = /node_modules[\\/](@zxcvbn-ts|@sentry|@tiptap|immutable)[\\/]/;

/** A file with a hash in its name never changes. */
const HASHED = /^assets\/.+\.[0-9a-f]{6}\.(js|css|woff2|svg|png|webp)$/;
const UNHASHED = /^(index\.html|color-scheme\.js|manifest\.webmanifest|icons\/.+)$/;

/**
 * Builds the service worker next to the application, with the list of files to store for offline use (decision 0134).
 * Workbox's own plugin does the same with 90 more packages.
 */
export class ServiceWorkerPlugin {
  apply(compiler: Compiler) {
    compiler.hooks.make.tapPromise(NAME, (compilation) => buildWorker(compiler, compilation));
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const options = {
        name: NAME,
        // After file names and contents are final, and before they are compressed.
        stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 1,
      };
      compilation.hooks.processAssets.tap(options, () => {
        const list = JSON.stringify(filesOf(compilation));
        compilation.updateAsset(FILE, (source) => {
          const code = source.source().toString();
          if (!code.includes(PLACEHOLDER)) throw new Error(`${FILE} does not contain ${PLACEHOLDER}`);
          return new webpack.sources.RawSource(code.replace(PLACEHOLDER, () => list));
        });
      });
    });
  }
}

function buildWorker(compiler: Compiler, compilation: Compilation): Promise<void> {
  const child = compilation.createChildCompiler(NAME, { filename: FILE, publicPath: '/' }, [
    new webpack.webworker.WebWorkerTemplatePlugin(),
    new webpack.EntryPlugin(compiler.context, ENTRY, { name: 'service-worker' }),
  ]);
  return new Promise((resolve, reject) => {
    child.runAsChild((error, _entries, built) => {
      const failure = error ?? built?.errors[0];
      if (failure) reject(failure);
      else resolve();
    });
  });
}

function filesOf(compilation: Compilation): { url: string; revision: string | null }[] {
  const online = new Set<string>();
  for (const chunk of compilation.chunks)
    if (!chunk.canBeInitial() && isOnlineOnly(compilation, chunk))
      for (const file of chunk.files) online.add(file);
  return Object.keys(compilation.assets)
    .filter((file) => (HASHED.test(file) || UNHASHED.test(file)) && !online.has(file))
    .sort()
    .map((file) => ({ url: `/${file}`, revision: HASHED.test(file) ? null : revisionOf(compilation, file) }));
}

function isOnlineOnly({ chunkGraph }: Compilation, chunk: Chunk): boolean {
  if (ONLINE_CHUNKS.has(chunk.name ?? '')) return true;
  return [...chunkGraph.getChunkModulesIterable(chunk)].some((module) =>
    ONLINE_PACKAGES.test(path.normalize(module.nameForCondition() ?? '')),
  );
}

const revisionOf = ({ assets }: Compilation, file: string) =>
  createHash('sha256').update(assets[file]!.buffer()).digest('hex').slice(0, 16);

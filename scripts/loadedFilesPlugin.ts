import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Compilation, Compiler } from 'webpack';

/** The file with the list, in the folder of the build. */
export const LOADED_FILES = '.loadedFiles.json';
/** What the first pages import while they open, as it is written in the import. Files that all pages need are added. */
const IMPORTS = {
  login: ['#src/login/Login.tsx'],
  home: [
    './runSession.ts',
    '#src/home/Home.tsx',
    '#src/app/offline/savedResponses.ts',
    './pubnubWithoutEncryption.ts',
  ],
};
export type LoadedFiles = Record<keyof typeof IMPORTS, string[]>;

/** Lists the scripts and styles that the first pages load, for the test that limits their size. */
export class LoadedFilesPlugin {
  apply(compiler: Compiler) {
    compiler.hooks.done.tap('LoadedFilesPlugin', ({ compilation }) => {
      if (compilation.errors.length > 0) return;
      const list: LoadedFiles = {
        login: filesOf(compilation, IMPORTS.login),
        home: filesOf(compilation, IMPORTS.home),
      };
      writeFileSync(join(compiler.outputPath, LOADED_FILES), JSON.stringify(list));
    });
  }
}

function filesOf({ chunkGroups, entrypoints }: Compilation, imports: string[]): string[] {
  const groups = imports.map((request) => {
    const group = chunkGroups.find(({ origins }) => origins.some((origin) => origin.request === request));
    if (!group) throw new Error(`Nothing imports ${request} in its own chunk`);
    return group;
  });
  const files = [...entrypoints.values(), ...groups].flatMap((group) => group.getFiles());
  return [...new Set(files)].filter((file) => /\.(js|css)$/.test(file));
}

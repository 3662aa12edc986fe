import * as z from 'zod/mini';
import { UploadProblem } from '#server/learning/packages/uploadProblem.ts';
import type { Manifest } from './readManifest.ts';

export const H5P_MANIFEST = 'h5p.json';
const CONTENT = 'content/content.json';

/** Versions are numbers, but some tools write them as strings. */
const version = z.union([z.int(), z.string().check(z.regex(/^\d{1,6}$/))]);
const librarySchema = z.object({ machineName: z.string(), majorVersion: version, minorVersion: version });
type Library = z.infer<typeof librarySchema>;
const libraries = z.array(librarySchema);
const manifestSchema = z.object({
  title: z._default(z.string(), ''),
  mainLibrary: z.string(),
  preloadedDependencies: libraries,
});
const libraryFileSchema = z.object({ preloadedDependencies: z._default(libraries, []) });

export interface H5pManifest extends Manifest {
  /**
   * The folder with the code that determines the reported values. Other libraries are parts of many kinds of content.
   */
  mainFolder: string;
}

/** Reads an H5P package, and checks that all libraries that it needs are in it. Throws an UploadProblem. */
export async function readH5p(
  paths: ReadonlySet<string>,
  read: (path: string) => Promise<string>,
): Promise<H5pManifest> {
  const { title, mainLibrary, preloadedDependencies } = parse(
    H5P_MANIFEST,
    await read(H5P_MANIFEST),
    manifestSchema,
  );
  if (!paths.has(CONTENT)) throw new UploadProblem(`The package has no ${CONTENT}.`);
  const main = preloadedDependencies.find(({ machineName }) => machineName === mainLibrary);
  const [first] = preloadedDependencies;
  if (!main || !first) throw new UploadProblem(`h5p.json does not list its main library, “${mainLibrary}”.`);
  // The player decides by the first library whether folders have versions in their names.
  const hasVersions = paths.has(`${versionedName(first)}/library.json`);
  const folderOf = (library: Library) => (hasVersions ? versionedName(library) : library.machineName);
  const seen = new Set<string>();
  const pending = [...preloadedDependencies];
  for (let library = pending.pop(); library; library = pending.pop()) {
    const folder = folderOf(library);
    if (seen.has(folder)) continue;
    seen.add(folder);
    const file = `${folder}/library.json`;
    if (!paths.has(file))
      throw new UploadProblem(
        `The package does not contain the library “${library.machineName} ${library.majorVersion}.${library.minorVersion}”. Download it from your H5P editor again, with its libraries.`,
      );
    pending.push(...parse(file, await read(file), libraryFileSchema).preloadedDependencies);
  }
  return {
    kind: 'h5p',
    title: title.slice(0, 200),
    launch: H5P_MANIFEST,
    launchData: null,
    passingScore: null,
    communicates: true,
    mainFolder: `${folderOf(main)}/`,
  };
}

const versionedName = ({ machineName, majorVersion, minorVersion }: Library) =>
  `${machineName}-${majorVersion}.${minorVersion}`;

function parse<Schema extends z.ZodMiniType>(path: string, text: string, schema: Schema): z.infer<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new UploadProblem(`${path} is not valid JSON.`);
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success)
    throw new UploadProblem(
      `${path} is not complete: ${parsed.error.issues[0]?.path.join('.') || 'it'} is not valid.`,
    );
  return parsed.data;
}

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpack } from '#server/learning/packages/archive/unpack.ts';
import { createDirectoryStorage } from '#server/learning/packages/storage/directoryStorage.ts';
import { renamed, withEntryCount, withHeader } from './hostileFiles.ts';
import { type Files, h5pOf, manifestOf, packageOf, zipOf } from './packageFiles.ts';

const directory = mkdtempSync(join(tmpdir(), 'trellis-archives-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Unpacks an archive into a new storage. */
function unpackNew(archive: Buffer) {
  const own = mkdtempSync(join(directory, 'case-'));
  const path = join(own, 'archive.zip');
  writeFileSync(path, archive);
  const storage = createDirectoryStorage(join(own, 'stored'));
  return unpack(path, { storage, folder: 'packages/1/a/', fileName: 'a.zip' }, new AbortController().signal);
}
/** Returns the problem, or null. */
const problemOf = (archive: Buffer) =>
  unpackNew(archive).then(
    () => null,
    (error: Error) => {
      if (error.name !== 'UploadProblem') throw error;
      return error.message;
    },
  );
const withFiles = async (files: Files) => problemOf(await packageOf('scorm12', files));

describe('a hostile archive is refused', () => {
  const outside = 'The archive has an entry that would be stored outside of its folder.';
  it.each([
    ['a path to a parent folder', 'aa/bb/evil.html', '../../evil.html', outside],
    ['an absolute path', 'x/etc/evil.html', '/etc/evil2.html', outside],
    ['a path with a drive', 'xx/evil.html', 'C:/evil.html', outside],
    ['a path to a parent folder with backslashes', 'aa/bb/evil.html', '..\\..\\evil.html', outside],
    ['two entries with the same name', 'indes.html', 'index.html', '2 entries with the same name'],
    ['names that differ by case', 'indes.html', 'INDEX.html', '2 entries with the same name'],
    ['a file that is also a folder', 'code_js/a.html', 'code.js/a.html', '2 entries with the same name'],
    ['a control character in a name', 'evil_.html', 'evil\u0007.html', 'a name that is not allowed'],
  ])('with %s', async (_case, from, to, problem) => {
    const archive = await packageOf('scorm12', { [from]: '<p>Hello</p>' });
    expect(await problemOf(renamed(archive, from, to))).toContain(problem);
  });

  it.each([
    ['a link', (header: Buffer) => header.writeUInt32LE(0o120777 * 65_536, 38), 'is a link'],
    [
      'an encrypted entry',
      (header: Buffer) => header.writeUInt16LE(header.readUInt16LE(8) | 1, 8),
      'is encrypted',
    ],
    ['an unknown compression', (header: Buffer) => header.writeUInt16LE(99, 10), 'is compressed by a method'],
    ['a wrong size', (header: Buffer) => header.writeUInt32LE(5, 24), 'is damaged'],
  ])('with %s', async (_case, change, problem) => {
    const archive = await packageOf('scorm12', { 'page.css': 'p { color: red }'.repeat(100) });
    expect(await problemOf(withHeader(archive, 'page.css', change))).toContain(problem);
  });

  it('with a file that is much larger than its header says, before it is stored', async () => {
    const archive = await packageOf('scorm12', { 'bomb.bin': Buffer.alloc(4 * 1024 ** 2) });
    const lying = withHeader(archive, 'bomb.bin', (header) => header.writeUInt32LE(1_000, 24));
    expect(await problemOf(lying)).toBe('The entry “bomb.bin” is damaged.');
  });

  it('with an executable file', async () => {
    expect(await withFiles({ 'setup.exe': 'MZ' })).toBe('The entry “setup.exe” is a program.');
  });

  it('with content that grows to more than 100 times its compressed size', async () => {
    expect(await withFiles({ 'bomb.bin': Buffer.alloc(30 * 1024 ** 2) })).toContain('more than 100 times');
  });

  it('with 100,000 entries, within seconds and with little memory', async () => {
    const archive = withEntryCount(await packageOf('scorm12'), 100_000);
    const memory = process.memoryUsage().rss;
    const startedAt = performance.now();
    expect(await problemOf(archive)).toBe('The archive has 100000 entries. The limit is 5000.');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(process.memoryUsage().rss - memory).toBeLessThan(200 * 1024 ** 2);
  });

  it.each([
    ['is no archive', Buffer.from('%PDF-1.7 not a ZIP file'.repeat(10))],
    ['ends early', null],
  ])('that %s', async (_case, content) => {
    const archive = content ?? (await packageOf('scorm12')).subarray(0, 300);
    expect(await problemOf(archive)).toBe('The file is not a ZIP archive, or it is damaged.');
  });
});

describe('a manifest', () => {
  const withManifest = async (manifest: string) => withFiles({ 'imsmanifest.xml': manifest });
  it('may start at a page with parameters in a folder', async () => {
    const manifest = manifestOf('scorm12', { href: 'a%20b/start.html?x=1' });
    expect(await withFiles({ 'imsmanifest.xml': manifest, 'a b/start.html': '' })).toBeNull();
  });

  it.each([
    ['several parts', manifestOf('scorm12', { moreItems: '<item identifierref="r"/>' }), 'has 2 parts'],
    ['a missing page', manifestOf('scorm12', { href: 'gone.html' }), '“gone.html”, is not in the archive'],
    ['an external page', manifestOf('scorm12', { href: 'https://evil.example/' }), 'outside of itself'],
    ['an unknown version', manifestOf('scorm12').replace('>1.2<', '>3.0<'), 'names the version “3.0”'],
    ['no XML', '<manifest', 'not '],
    ['entities', `<!DOCTYPE m [<!ENTITY a "aaaa">]>${manifestOf('scorm12')}`, 'defines entities'],
  ])('is refused with %s', async (_case, manifest, problem) => {
    expect(await withManifest(manifest)).toContain(problem);
  });

  it('is refused with an explanation if its files are in a folder', async () => {
    const archive = await zipOf({ 'course/imsmanifest.xml': manifestOf('scorm12') });
    expect(await problemOf(archive)).toContain('must be at the top of the archive');
  });
});

describe('an H5P package', () => {
  it('is accepted with its libraries, and its report type is found in their code', async () => {
    const other = { machineName: 'Trellis.Box', majorVersion: 2, minorVersion: 1 };
    const archive = await h5pOf(
      {
        'Trellis.Box-2.1/library.json': JSON.stringify(other),
        'Trellis.Box-2.1/box.js': 'fetch("https://fonts.example/a.css"); x.triggerXAPI("passed")',
      },
      { preloadedDependencies: [other] },
    );
    expect(await unpackNew(archive)).toMatchObject({
      kind: 'h5p',
      title: 'One question',
      launch: 'h5p.json',
      tracks: ['completion', 'success', 'score', 'position'],
      hosts: ['fonts.example'],
    });
  });

  it.each([
    [
      'without a library',
      {},
      { preloadedDependencies: [{ machineName: 'A.B', majorVersion: 1, minorVersion: 2 }] },
      'library “A.B 1.2”',
    ],
    ['without its content', { 'content/content.json': undefined }, {}, 'has no content/content.json'],
    ['with a broken manifest', { 'h5p.json': '{"title":' }, {}, 'h5p.json is not valid JSON'],
    [
      'with a manifest without libraries',
      { 'h5p.json': '{"mainLibrary":"A"}' },
      {},
      'preloadedDependencies is not valid',
    ],
  ])('is refused %s', async (_case, files, fields, problem) => {
    expect(await problemOf(await h5pOf(files, fields))).toContain(problem);
  });
});

it('leaves no file outside of the storage', () => {
  const outside = readdirSync(directory, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /evil/.test(entry.name),
  );
  expect(outside).toEqual([]);
});

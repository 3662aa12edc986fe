import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { PACKAGE_PART_BYTES, type Package } from '#contract/learning/packages.ts';
import type { UploadPurpose } from '#contract/learning/uploads.ts';
import type { TestApi } from '#test/support/api.ts';

/** Undefined: left out. */
export type Files = Record<string, string | Buffer | undefined>;

/** A ZIP file with these files. */
export async function zipOf(files: Files): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files))
    if (content !== undefined) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream as AsyncIterable<Buffer> & NodeJS.ReadableStream);
}

const MANIFESTS = {
  scorm12: {
    root: 'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"',
    version: '1.2',
    type: 'adlcp:scormtype',
  },
  scorm2004: {
    root: 'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"',
    version: '2004 4th Edition',
    type: 'adlcp:scormType',
  },
};

/** The manifest of a package with one part. */
export function manifestOf(
  kind: keyof typeof MANIFESTS,
  { title = 'Feedback in 5 minutes', href = 'index.html', item = '', moreItems = '' } = {},
) {
  const { root, version, type } = MANIFESTS[kind];
  return `<?xml version="1.0"?>
<manifest identifier="m" ${root}>
  <metadata><schema>ADL SCORM</schema><schemaversion>${version}</schemaversion></metadata>
  <organizations default="o">
    <organization identifier="o">
      <title>${title}</title>
      <item identifier="i" identifierref="r"><title>Part 1</title>${item}</item>${moreItems}
    </organization>
  </organizations>
  <resources>
    <resource identifier="r" type="webcontent" ${type}="sco" href="${href}"><file href="index.html"/></resource>
  </resources>
</manifest>`;
}

const CODE = {
  scorm12: `const api = parent.API; api.LMSInitialize('');
api.LMSSetValue('cmi.core.lesson_status', 'completed'); api.LMSSetValue('cmi.suspend_data', 'page=2'); api.LMSFinish('');`,
  scorm2004: `const api = parent.API_1484_11; api.Initialize('');
api.SetValue('cmi.completion_status', 'completed'); api.SetValue('cmi.score.scaled', '0.8'); api.Terminate('');`,
};

/** A small package that reports its completion. */
export const packageOf = (kind: keyof typeof MANIFESTS, more: Files = {}) =>
  zipOf({
    'imsmanifest.xml': manifestOf(kind),
    'index.html': `<!doctype html><title>Package</title><script src="code.js"></script>`,
    'code.js': CODE[kind],
    ...more,
  });

const h5pLibrary = (files: Files = {}, more: object = {}) => ({
  'Trellis.Question-1.0/library.json': JSON.stringify({
    title: 'Question',
    machineName: 'Trellis.Question',
    majorVersion: 1,
    minorVersion: 0,
    patchVersion: 0,
    runnable: 1,
    preloadedJs: [{ path: 'question.js' }],
    ...more,
  }),
  ...files,
});

/** An H5P package with its own library, which asks one question and counts how often the question was shown. */
export const h5pOf = (more: Files = {}, libraryFields: object = {}) =>
  zipOf({
    'h5p.json': JSON.stringify({
      title: 'One question',
      language: 'en',
      mainLibrary: 'Trellis.Question',
      embedTypes: ['iframe'],
      preloadedDependencies: [{ machineName: 'Trellis.Question', majorVersion: 1, minorVersion: '0' }],
    }),
    'content/content.json': JSON.stringify({
      question: 'Which question is open?',
      right: 'What have you tried?',
    }),
    ...h5pLibrary({ 'Trellis.Question-1.0/question.js': H5P_CODE }, libraryFields),
    ...more,
  });
const H5P_CODE = `var Trellis = Trellis || {};
Trellis.Question = function ({ question, right }, contentId, { previousState = { looked: 0 } } = {}) {
  H5P.EventDispatcher.call(this);
  const looked = previousState.looked + 1;
  this.getCurrentState = () => ({ looked });
  this.attach = (container) => {
    container.html('<h1></h1><p></p><button type="button"></button>');
    container.find('h1').text(question);
    container.find('p').text('Looked ' + looked);
    container.find('button').text(right).on('click', () => {
      this.triggerXAPIScored(1, 1, 'answered', true, true);
    });
    this.triggerXAPI('interacted');
  };
};
Trellis.Question.prototype = Object.create(H5P.EventDispatcher.prototype);
Trellis.Question.prototype.constructor = Trellis.Question;
`;

type Caller = Awaited<ReturnType<TestApi['as']>>;
const BYTES = { 'content-type': 'application/octet-stream' };

export const sendPart = (author: Caller, packageId: string, offset: number, content: Buffer) =>
  author.put<Package & { fields?: Record<string, string> }>(
    `/api/packages/${packageId}/content?offset=${offset}`,
    content,
    BYTES,
  );

/** Uploads a file in parts and waits for the result of its check. */
export async function upload(
  author: Caller,
  file: Buffer,
  fileName = 'course.zip',
  purpose: UploadPurpose = 'package',
): Promise<Package> {
  const { body: started } = await author.post<Package>('/api/packages', {
    purpose,
    fileName,
    size: file.length,
  });
  for (let offset = 0; offset < file.length; offset += PACKAGE_PART_BYTES)
    await sendPart(author, started.packageId, offset, file.subarray(offset, offset + PACKAGE_PART_BYTES));
  for (;;) {
    const { body } = await author.get<Package>(`/api/packages/${started.packageId}`);
    if (body.state === 'ready' || body.state === 'refused') return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

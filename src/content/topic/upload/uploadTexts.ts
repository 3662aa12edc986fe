import { type UploadPurpose, uploadLimits } from '#contract/learning/uploads.ts';
import { formatList } from '#src/ui/text/formatList.ts';

interface UploadTexts {
  label: string;
  help: string;
  upload: string;
  replace: string;
  /** The name of the upload, at the start of a sentence. */
  subject: string;
}
const typesOf = (purpose: UploadPurpose) =>
  formatList(uploadLimits[purpose].types.map((type) => type.toUpperCase()));
const limitOf = (purpose: UploadPurpose) => `${uploadLimits[purpose].maxMegabytes} MB`;

export const uploadTexts: Record<UploadPurpose, UploadTexts> = {
  package: {
    label: 'Package',
    help: `SCORM 1.2 or SCORM 2004 with 1 part as a ZIP file, or H5P with its libraries. Up to ${limitOf('package')}. Export it from your authoring tool.`,
    upload: 'Upload package',
    replace: 'Replace package',
    subject: 'The package',
  },
  video: {
    label: 'Video',
    help: `MP4 or WebM, up to ${limitOf('video')}. MP4 with H.264 plays in all browsers.`,
    upload: 'Upload video',
    replace: 'Replace video',
    subject: 'The video',
  },
  captions: {
    label: 'Captions',
    help: `Everything that is said in the video, as a WebVTT file (.vtt) of up to ${limitOf('captions')}. Learners can switch them off.`,
    upload: 'Upload captions',
    replace: 'Replace captions',
    subject: 'The captions file',
  },
  file: {
    label: 'File',
    help: `Learners download it. Up to ${limitOf('file')}. Allowed types: ${typesOf('file')}.`,
    upload: 'Upload file',
    replace: 'Replace file',
    subject: 'The file',
  },
  image: {
    label: 'Image',
    help: `Up to ${limitOf('image')}. Allowed types: ${typesOf('image')}. Anyone who knows its address can see it.`,
    upload: 'Upload image',
    replace: 'Replace image',
    subject: 'The image',
  },
};

/** File name extensions for the browser's file dialog. */
export const acceptedFiles = (purpose: UploadPurpose) =>
  uploadLimits[purpose].types.map((type) => `.${type}`).join(',');

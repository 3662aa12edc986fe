import { type TrackedValue, trackedValues } from '#contract/learning/packages.ts';

/** Files whose text is searched, up to this size. */
const TEXT = /\.(html?|xhtml|m?js|css|json|svg)$/i;
const MAX_TEXT_BYTES = 4 * 1024 ** 2;
const MAX_HOSTS = 50;

/** Names in the data models of SCORM 1.2 and 2004. */
const SCORM_NAMES: Record<TrackedValue, RegExp> = {
  completion: /lesson_status|completion_status/,
  success: /success_status|['"](passed|failed)['"]/,
  score: /score\.(raw|scaled)/,
  position: /suspend_data|lesson_location|cmi\.location/,
  time: /session_time/,
};
/** Names in the code of an H5P library. There is none for the time, which Trellis measures. */
const H5P_NAMES: Record<TrackedValue, RegExp> = {
  completion: /triggerXAPI(Completed|Scored)|['"](completed|answered)['"]/,
  success: /triggerXAPIScored|setScoredResult/,
  score: /triggerXAPIScored|setScoredResult/,
  position: /getCurrentState/,
  time: /(?!)/,
};
const RUNTIME = /LMSInitialize|API_1484_11/;
const ADDRESS = /(?:https?:|["'(=]\s*)\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})(?=[/:"'?#)\s]|$)/gi;
/** Names of formats and licences look like addresses and are never requested. */
const NAMES_OF_FORMATS =
  /(^|\.)(w3\.org|adlnet\.org|imsglobal\.org|imsproject\.org|ieee\.org|xmlsoap\.org|purl\.org|schema\.org|ns\.adobe\.com|creativecommons\.org|openoffice\.org|sodipodi\.sourceforge\.net|inkscape\.org)$/i;

export const isScanned = ({ path, size }: { path: string; size: number }) =>
  TEXT.test(path) && size <= MAX_TEXT_BYTES;

/**
 * Collects what the code of a package mentions: values of the runtime, and external hosts. In an H5P package,
 * only the code in `h5pFolder` determines what is reported.
 */
export function createScan(h5pFolder: string | null) {
  const names = h5pFolder === null ? SCORM_NAMES : H5P_NAMES;
  const hosts = new Set<string>();
  const found = new Set<TrackedValue>();
  let hasRuntime = h5pFolder !== null;
  return {
    add(this: void, text: string, path: string) {
      hasRuntime ||= RUNTIME.test(text);
      if (h5pFolder === null || path.startsWith(h5pFolder))
        for (const value of trackedValues) if (names[value].test(text)) found.add(value);
      for (const [, host = ''] of text.matchAll(ADDRESS))
        if (hosts.size < MAX_HOSTS && !NAMES_OF_FORMATS.test(host)) hosts.add(host.toLowerCase());
    },
    result: () => ({
      // Code that does not look for the runtime can report nothing.
      tracks: hasRuntime ? trackedValues.filter((value) => found.has(value)) : [],
      hosts: [...hosts].sort(),
    }),
  };
}

import type { CaptionSupport } from '#store/ports/coachingCall.ts';

interface RecognitionResult {
  readonly length: number;
  readonly [index: number]: { readonly transcript: string };
}
interface Recognition {
  continuous: boolean;
  interimResults: boolean;
  lang: string;
  processLocally: boolean;
  onresult:
    | ((event: { results: { length: number; readonly [index: number]: RecognitionResult } }) => void)
    | null;
  onend: (() => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  start(track?: MediaStreamTrack): void;
  abort(): void;
}
interface RecognitionClass {
  new (): Recognition;
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>;
}

const classOf = (view: object) => (view as { SpeechRecognition?: RecognitionClass }).SpeechRecognition;

/**
 * Whether this browser can turn speech into text without sending it anywhere. Browsers that do not confirm
 * this might send the sound to a service, so they count as unable.
 */
export async function captionSupport(view: object, language: string): Promise<CaptionSupport> {
  const Recognizer = classOf(view);
  if (!Recognizer?.available) return 'unsupported';
  try {
    const answer = await Recognizer.available({ langs: [language], processLocally: true });
    if (answer === 'available') return 'available';
    return answer === 'downloadable' || answer === 'downloading' ? 'not_installed' : 'unsupported';
  } catch {
    return 'unsupported';
  }
}

/** Errors after which another try would fail too. */
const FINAL = new Set(['not-allowed', 'service-not-allowed', 'language-not-supported']);
const RESTART_MS = 500;

/** Turns the sound of a track into text on this device. `onText` gets the last sentence while it grows. */
export function watchCaptions(
  view: object,
  track: () => MediaStreamTrack | null,
  language: string,
  onText: (text: string) => void,
): () => void {
  const Recognizer = classOf(view);
  let isOver = false;
  let running: Recognition | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    const sound = track();
    if (isOver || !Recognizer) return;
    if (!sound) {
      timer = setTimeout(start, RESTART_MS);
      return;
    }
    const recognition = new Recognizer();
    running = recognition;
    Object.assign(recognition, {
      continuous: true,
      interimResults: true,
      lang: language,
      processLocally: true,
    });
    recognition.onresult = ({ results }) => {
      const text = results[results.length - 1]?.[0]?.transcript.trim();
      if (text) onText(text);
    };
    recognition.onerror = ({ error }) => {
      if (FINAL.has(error)) isOver = true;
    };
    // It ends by itself after a pause.
    recognition.onend = () => {
      if (!isOver) timer = setTimeout(start, RESTART_MS);
    };
    recognition.start(sound);
  };
  start();
  return () => {
    isOver = true;
    clearTimeout(timer);
    running?.abort();
  };
}

import { captionSupport, watchCaptions } from '#src/app/ports/coaching/call/captions.ts';
import { createQuality } from '#src/app/ports/coaching/call/quality.ts';

describe('captions', () => {
  const viewWith = (available?: () => Promise<string>) => {
    const started: { track: unknown; processLocally: boolean; lang: string }[] = [];
    class Recognizer {
      static available = available;
      processLocally = false;
      lang = '';
      onresult: ((event: object) => void) | null = null;
      onend: (() => void) | null = null;
      onerror: ((event: object) => void) | null = null;
      start(track: unknown) {
        started.push({ track, processLocally: this.processLocally, lang: this.lang });
        this.onresult?.({ results: [[{ transcript: ' Good morning ' }]] });
      }
      abort() {}
    }
    return { view: { SpeechRecognition: Recognizer }, started };
  };

  it('are available only if the browser produces them on the device', async () => {
    expect(await captionSupport({}, 'en')).toBe('unsupported');
    // An older browser, which sends the sound to a service.
    expect(await captionSupport(viewWith(undefined).view, 'en')).toBe('unsupported');
    for (const [answer, support] of [
      ['available', 'available'],
      ['downloadable', 'not_installed'],
      ['unavailable', 'unsupported'],
    ])
      expect(await captionSupport(viewWith(async () => answer!).view, 'en')).toBe(support);
    const broken = viewWith(() => Promise.reject(new Error('no language')));
    expect(await captionSupport(broken.view, 'xx')).toBe('unsupported');
  });

  it('show the other person’s words, and never leave the device', () => {
    const { view, started } = viewWith(async () => 'available');
    const track = {} as MediaStreamTrack;
    const texts: string[] = [];
    watchCaptions(
      view,
      () => track,
      'de-DE',
      (text) => texts.push(text),
    )();
    expect(started).toEqual([{ track, processLocally: true, lang: 'de-DE' }]);
    expect(texts).toEqual(['Good morning']);
  });
});

describe('the quality of the user’s own video', () => {
  const weak = { loss: 0.2, bandwidth: 60_000 };
  const strong = { loss: 0, bandwidth: 3_000_000 };

  it('drops step by step on a weak connection, until only audio is sent', () => {
    const decide = createQuality();
    expect(Array.from({ length: 7 }, () => decide(weak))).toEqual([
      'high',
      'medium',
      'medium',
      'low',
      'low',
      // Without video, 60 kbit/s are enough.
      'audio',
      'audio',
    ]);
  });

  it('grows again slowly, and one bad moment changes nothing', () => {
    const decide = createQuality();
    expect([decide(weak), decide(strong), decide(weak), decide(strong)]).toEqual(Array(4).fill('high'));
    for (let n = 0; n < 6; n++) decide(weak);
    const levels = Array.from({ length: 16 }, () => decide(strong));
    expect(levels.at(0)).toBe('audio');
    expect(levels.at(-1)).toBe('high');
    expect(new Set(levels)).toEqual(new Set(['audio', 'low', 'medium', 'high']));
  });

  it('stays as it is without reports', () => {
    const decide = createQuality();
    expect(decide({ loss: null, bandwidth: null })).toBe('high');
  });
});

/** Plays an H5P package with h5p-standalone, and translates its xAPI statements into the values of Trellis. */

/** Verbs about the whole content that end an attempt. */
const ENDS = ['completed', 'answered', 'passed', 'failed'];
/** How often the state is compared, because not every change sends a statement. */
const COMPARE_MS = 10_000;

function loadScript(address) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: address });
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });
}

const numberOf = (value) => (Number.isFinite(value) ? value : null);
function scoreOf({ raw, min, max, scaled } = {}) {
  const score = { raw: numberOf(raw), min: numberOf(min), max: numberOf(max), scaled: numberOf(scaled) };
  return score.raw === null && score.scaled === null ? null : score;
}
function successOf(verb, { success } = {}) {
  if (verb === 'passed' || success === true) return 'passed';
  return verb === 'failed' || success === false ? 'failed' : 'unknown';
}

export async function startH5p({ data, title, page }, { send, maxState, saveAfterMs }) {
  await loadScript('/runtime/h5p/main.bundle.js');
  const place = document.createElement('main');
  document.body.append(place);
  const startedAt = Date.now();
  await new window.H5PStandalone.H5P(place, {
    id: 'content',
    title,
    h5pJsonPath: page.replace(/\/h5p\.json$/, ''),
    frameJs: '/runtime/h5pFrame.js',
    frameCss: '/runtime/h5p/styles/h5p.css',
    // The state stays in this page; Trellis stores it.
    saveFreq: COMPARE_MS / 1_000,
    ...(data.suspendData !== '' && { contentUserData: [{ state: data.suspendData }] }),
    // The address of this page contains the token.
    xAPIObjectIRI: window.location.origin,
  });
  const result = {
    completion: data.completion === 'completed' ? 'completed' : 'incomplete',
    success: data.success,
    score: data.score,
    location: '',
    suspendData: data.suspendData,
  };
  let sent = JSON.stringify(result);
  let timer = 0;
  const readState = () => {
    const instance = place.querySelector('iframe')?.contentWindow?.H5P?.instances?.[0];
    const state = instance?.getCurrentState?.();
    if (state === undefined) return;
    const text = JSON.stringify(state) ?? '';
    if (text.length > maxState) send({ type: 'too-large', length: text.length });
    else result.suspendData = text;
  };
  const save = () => {
    clearTimeout(timer);
    readState();
    const text = JSON.stringify(result);
    if (text === sent) return;
    sent = text;
    send({ type: 'result', result: { ...result, seconds: (Date.now() - startedAt) / 1_000 } });
  };
  window.H5P.externalDispatcher.on('xAPI', (event) => {
    const { context, result: reported = {} } = event.data.statement;
    const verb = event.getVerb();
    const isOfPart = (context?.contextActivities?.parent?.length ?? 0) > 0;
    if (!isOfPart && ENDS.includes(verb)) {
      result.completion = 'completed';
      result.success = successOf(verb, reported);
      result.score = scoreOf(reported.score);
    }
    clearTimeout(timer);
    timer = setTimeout(save, saveAfterMs);
  });
  setInterval(save, COMPARE_MS);
  document.addEventListener('visibilitychange', save);
  window.addEventListener('pagehide', save);
  place.querySelector('iframe')?.focus();
  send({ type: 'loaded' });
  return save;
}

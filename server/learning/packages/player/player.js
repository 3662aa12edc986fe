/**
 * The page between Trellis and a package. It gives the package the SCORM API and reports its results to Trellis in messages.
 * The package has the same origin and can change this page, so Trellis trusts none of these messages.
 */
const { embedder } = document.documentElement.dataset;
const send = (message) => window.parent.postMessage(message, embedder);

/** Limit of both standards, as most learning platforms apply it. */
const MAX_SUSPEND_DATA = 64_000;
/** A package often sets many values at the same time. */
const SAVE_AFTER_MS = 1_000;

/** The server of this page serves the libraries. */
const addressOf = (library) => `/runtime/${library}.js`;

/** Values as Trellis stores them: `read` from the data model of the package, `model` from Trellis. */
const RUNTIMES = {
  scorm12: {
    async create() {
      const { Scorm12API } = await import(addressOf('scorm12'));
      return new Scorm12API({ autocommit: false, logLevel: 5 });
    },
    name: 'API',
    setValue: 'LMSSetValue',
    events: { commit: 'LMSCommit', end: 'LMSFinish' },
    model: ({ data, launchData, passingScore }) => ({
      core: {
        student_id: data.learnerKey,
        student_name: 'Learner',
        credit: 'credit',
        lesson_mode: 'normal',
        entry: entryOf(data),
        lesson_location: data.location,
        lesson_status: statusOf(data),
        total_time: clockTime(data.totalSeconds),
        ...(data.score?.raw != null && {
          score: textsOf({ raw: data.score.raw, min: data.score.min, max: data.score.max }),
        }),
      },
      suspend_data: data.suspendData,
      launch_data: launchData ?? '',
      ...(passingScore !== null && { student_data: { mastery_score: String(passingScore) } }),
    }),
    read({ core, suspend_data }) {
      const status = core.lesson_status;
      const isEnded = ['passed', 'failed', 'completed'].includes(status);
      return {
        completion: isEnded ? 'completed' : 'incomplete',
        success: ['passed', 'failed'].includes(status) ? status : 'unknown',
        score: scoreOf(core.score),
        location: core.lesson_location,
        suspendData: suspend_data,
        seconds: secondsOf(core.session_time),
      };
    },
  },
  scorm2004: {
    async create() {
      const { Scorm2004API } = await import(addressOf('scorm2004'));
      return new Scorm2004API({ autocommit: false, logLevel: 5 });
    },
    name: 'API_1484_11',
    setValue: 'SetValue',
    events: { commit: 'Commit', end: 'Terminate' },
    model: ({ data, launchData, passingScore }) => ({
      learner_id: data.learnerKey,
      learner_name: 'Learner',
      credit: 'credit',
      mode: 'normal',
      entry: entryOf(data),
      location: data.location,
      completion_status: data.completion,
      success_status: data.success,
      suspend_data: data.suspendData,
      launch_data: launchData ?? '',
      total_time: `PT${Math.round(data.totalSeconds)}S`,
      ...(passingScore !== null && { scaled_passing_score: passingScore }),
      ...(data.score && { score: textsOf(data.score) }),
    }),
    read: ({ completion_status, success_status, score, location, suspend_data, session_time }) => ({
      completion: completion_status === 'completed' ? 'completed' : 'incomplete',
      success: ['passed', 'failed'].includes(success_status) ? success_status : 'unknown',
      score: scoreOf(score),
      location,
      suspendData: suspend_data,
      seconds: secondsOf(session_time),
    }),
  },
};

const entryOf = ({ isResumed }) => (isResumed ? 'resume' : 'ab-initio');
function statusOf({ completion, success }) {
  if (success !== 'unknown') return success;
  return completion === 'unknown' ? 'not attempted' : completion;
}
const textsOf = (values) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  );
const numberOf = (text) =>
  text === '' || text == null || !Number.isFinite(Number(text)) ? null : Number(text);
function scoreOf({ raw, min, max, scaled }) {
  const score = { raw: numberOf(raw), min: numberOf(min), max: numberOf(max), scaled: numberOf(scaled) };
  return score.raw === null && score.scaled === null ? null : score;
}
function clockTime(seconds) {
  const part = (value) => String(Math.floor(value)).padStart(2, '0');
  return `${part(seconds / 3_600).padStart(4, '0')}:${part((seconds / 60) % 60)}:${part(seconds % 60)}`;
}
/** Seconds of `0001:02:03.5` or `PT1H2M3.5S`; null without a time. */
function secondsOf(text = '') {
  const clock = /^(\d{2,4}):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text);
  if (clock) return Number(clock[1]) * 3_600 + Number(clock[2]) * 60 + Number(clock[3]);
  const span = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text);
  if (!span) return null;
  const [days, hours, minutes, seconds] = span.slice(1).map((value) => Number(value ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

/** This package cannot read what another package has stored at this origin. */
async function clearStorage() {
  localStorage.clear();
  sessionStorage.clear();
  const databases = (await indexedDB.databases?.()) ?? [];
  for (const { name } of databases) indexedDB.deleteDatabase(name);
}

async function start(launch) {
  await clearStorage().catch(() => {});
  if (launch.kind === 'h5p') {
    const { startH5p } = await import(addressOf('h5pPlayer'));
    return startH5p(launch, { send, maxState: MAX_SUSPEND_DATA, saveAfterMs: SAVE_AFTER_MS });
  }
  const runtime = RUNTIMES[launch.kind];
  const startedAt = Date.now();
  let sent = '';
  let timer = 0;
  const api = await runtime.create();
  api.loadFromJSON({ cmi: runtime.model(launch) });
  const save = () => {
    clearTimeout(timer);
    const result = runtime.read(JSON.parse(JSON.stringify(api.cmi)));
    const seconds = result.seconds ?? (Date.now() - startedAt) / 1_000;
    const { seconds: _seconds, ...rest } = result;
    const text = JSON.stringify(result.seconds === null ? rest : result);
    if (text !== sent) send({ type: 'result', result: { ...rest, seconds } });
    sent = text;
  };
  // The first result only has what Trellis already knows.
  const first = runtime.read(JSON.parse(JSON.stringify(api.cmi)));
  delete first.seconds;
  sent = JSON.stringify(first);
  const setValue = api[runtime.setValue];
  api[runtime.setValue] = (name, value) => {
    if (name === 'cmi.suspend_data' && String(value).length > MAX_SUSPEND_DATA)
      send({ type: 'too-large', length: String(value).length });
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_AFTER_MS);
    return setValue.call(api, name, value);
  };
  api.on(runtime.events.commit, save);
  api.on(runtime.events.end, () => {
    save();
    send({ type: 'ended' });
  });
  document.addEventListener('visibilitychange', save);
  window.addEventListener('pagehide', save);
  window[runtime.name] = api;
  const frame = document.createElement('iframe');
  frame.title = launch.title;
  frame.allow = 'fullscreen; autoplay';
  frame.src = launch.page;
  frame.addEventListener('load', () => {
    send({ type: 'loaded' });
    frame.focus();
  });
  document.body.append(frame);
  return save;
}

let save = null;
window.addEventListener('message', ({ source, origin, data }) => {
  if (source !== window.parent || origin !== embedder) return;
  if (data.type === 'start' && !save) {
    save = () => {};
    void start(data.launch).then((started) => {
      save = started;
    });
  } else if (data.type === 'save') {
    save?.();
    send({ type: 'saved' });
  }
});
send({ type: 'ready' });

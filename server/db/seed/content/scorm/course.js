/** A course with 3 pages and a question. It continues on the page where the learner stopped. */
const api = window.parent.API;
const pages = [...document.querySelectorAll('section')];
const back = document.getElementById('back');
const next = document.getElementById('next');
const form = document.querySelector('form');
const status = form.querySelector('[role=status]');
let isPassed = false;

const REASONS = {
  observation: 'Yes. Everyone who was there can agree on it.',
  judgement: 'No. “Never” is a judgement, and invites a defence.',
  guess: 'No. It guesses a reason that no one could see.',
};

function show(index, takesFocus) {
  for (const [at, page] of pages.entries()) page.hidden = at !== index;
  document.getElementById('place').textContent = `Page ${index + 1} of ${pages.length}`;
  back.disabled = index === 0;
  next.hidden = index === pages.length - 1;
  if (takesFocus) pages[index].querySelector('h1').focus();
}
const current = () => pages.findIndex((page) => !page.hidden);
function goTo(index) {
  show(index, true);
  api.LMSSetValue('cmi.core.lesson_location', String(index));
  api.LMSCommit('');
}

api.LMSInitialize('');
const stored = api.LMSGetValue('cmi.core.lesson_status');
isPassed = stored === 'passed';
if (!isPassed) api.LMSSetValue('cmi.core.lesson_status', 'incomplete');
show(Math.min(Number(api.LMSGetValue('cmi.core.lesson_location')) || 0, pages.length - 1), false);
back.addEventListener('click', () => goTo(current() - 1));
next.addEventListener('click', () => goTo(current() + 1));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const answer = new FormData(form).get('answer');
  if (answer === null) {
    status.textContent = 'Choose a sentence first.';
    return;
  }
  status.textContent = REASONS[answer];
  // A passed course stays passed.
  if (isPassed) return;
  isPassed = answer === 'observation';
  api.LMSSetValue('cmi.core.score.min', '0');
  api.LMSSetValue('cmi.core.score.max', '100');
  api.LMSSetValue('cmi.core.score.raw', isPassed ? '100' : '0');
  if (isPassed) api.LMSSetValue('cmi.core.lesson_status', 'passed');
  api.LMSCommit('');
});
window.addEventListener('pagehide', () => api.LMSFinish(''));

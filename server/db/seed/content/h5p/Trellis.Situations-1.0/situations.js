/** Situations with one of a few answers each, a reason after each answer, and a score at the end. */
window.Trellis = window.Trellis ?? {};

/** H5P replaces the prototype of a content type, so it must be a function, not a class. */
function createSituations(content, _contentId, { previousState } = {}) {
  window.H5P.EventDispatcher.call(this);
  const { task, answers, passAt, situations } = content;
  const place = document.createElement('div');
  place.className = 'situations';
  let given = previousState?.given ?? [];

  this.getCurrentState = () => ({ given });
  this.getMaxScore = () => situations.length;
  this.getScore = () => given.filter((answer, index) => answer === situations[index].right).length;
  this.attach = (container) => {
    container.append(place);
    show(false);
  };

  const add = (name, text) => {
    const element = Object.assign(document.createElement(name), { textContent: text });
    place.append(element);
    return element;
  };
  const addButton = (text, onClick) => {
    const button = add('button', text);
    button.type = 'button';
    button.addEventListener('click', onClick);
  };

  const show = (takesFocus) => {
    const index = given.length;
    const last = situations[index - 1];
    place.replaceChildren();
    const heading = add('h1', index < situations.length ? task : 'Your result');
    heading.tabIndex = -1;
    if (last) {
      const isRight = given[index - 1] === last.right;
      add('p', `${isRight ? 'Right' : 'Not right'}: ${last.text} ${last.reason}`).setAttribute(
        'role',
        'status',
      );
    }
    if (index < situations.length) {
      add('p', `Situation ${index + 1} of ${situations.length}`);
      add('blockquote', situations[index].text);
      for (const [answer, text] of answers.entries()) addButton(text, () => choose(answer));
    } else {
      add('p', `${this.getScore()} of ${this.getMaxScore()} are right.`);
      addButton('Try again', () => {
        given = [];
        show(true);
      });
    }
    if (takesFocus) heading.focus();
    this.trigger('resize');
  };

  const choose = (answer) => {
    given = [...given, answer];
    show(true);
    if (given.length < situations.length) return this.triggerXAPI('interacted');
    this.triggerXAPIScored(this.getScore(), this.getMaxScore(), 'completed', true, this.getScore() >= passAt);
  };
}
window.Trellis.Situations = createSituations;
window.Trellis.Situations.prototype = Object.create(window.H5P.EventDispatcher.prototype);

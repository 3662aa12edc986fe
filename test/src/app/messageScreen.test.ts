import { messageScreen } from '#src/app/ports/messageScreen.ts';

function listening() {
  document.body.innerHTML = '<div id="list" tabindex="0"></div>';
  const list = document.getElementById('list')!;
  let moves = 0;
  const stop = messageScreen(document).listen(() => moves++);
  return { list, stop, moves: () => moves };
}
const tell = (list: HTMLElement, name: string) => list.dispatchEvent(new Event(name, { bubbles: true }));

test('scrolling by a script is not reported as an action of the user', () => {
  const { list, stop, moves } = listening();
  tell(list, 'scroll');
  expect(moves()).toBe(0);
  stop();
});

test('a key press and the scrolling that follows it are reported', () => {
  const { list, stop, moves } = listening();
  tell(list, 'keydown');
  tell(list, 'scroll');
  tell(list, 'scroll');
  expect(moves()).toBe(3);
  stop();
});

test('scrolling that starts long after a key press is not reported', () => {
  const { list, stop, moves } = listening();
  const [turned, late] = [new Event('wheel', { bubbles: true }), new Event('scroll', { bubbles: true })];
  Object.defineProperty(late, 'timeStamp', { value: turned.timeStamp + 5_000 });
  list.dispatchEvent(turned);
  list.dispatchEvent(late);
  expect(moves()).toBe(1);
  stop();
});

test('no listener is called after its removal', () => {
  const { list, stop, moves } = listening();
  stop();
  tell(list, 'pointerup');
  expect(moves()).toBe(0);
});

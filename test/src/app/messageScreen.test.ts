import { messageScreen } from '#src/app/ports/messageScreen.ts';

function listening() {
  document.body.innerHTML = '<div id="list" tabindex="0"></div>';
  const list = document.getElementById('list')!;
  let moves = 0;
  const stop = messageScreen(document).listen(() => moves++);
  return { list, stop, moves: () => moves };
}
const tell = (list: HTMLElement, name: string) => list.dispatchEvent(new Event(name, { bubbles: true }));

test('what a script scrolls is no move of the person', () => {
  const { list, stop, moves } = listening();
  tell(list, 'scroll');
  expect(moves()).toBe(0);
  stop();
});

test('a key moves, and so does every step of the scrolling that follows it', () => {
  const { list, stop, moves } = listening();
  tell(list, 'keydown');
  tell(list, 'scroll');
  tell(list, 'scroll');
  expect(moves()).toBe(3);
  stop();
});

test('scrolling that begins long after a move has another cause', () => {
  const { list, stop, moves } = listening();
  const [turned, late] = [new Event('wheel', { bubbles: true }), new Event('scroll', { bubbles: true })];
  Object.defineProperty(late, 'timeStamp', { value: turned.timeStamp + 5_000 });
  list.dispatchEvent(turned);
  list.dispatchEvent(late);
  expect(moves()).toBe(1);
  stop();
});

test('nobody is told once the listening has ended', () => {
  const { list, stop, moves } = listening();
  stop();
  tell(list, 'pointerup');
  expect(moves()).toBe(0);
});

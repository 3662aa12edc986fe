import type { Locator } from '@playwright/test';

/** The input device of a person, so that one story runs with the mouse and with the keyboard alone. */
export interface Hands {
  press(target: Locator): Promise<void>;
  write(target: Locator, text: string): Promise<void>;
  /** Selects the option with this label. */
  choose(target: Locator, label: string): Promise<void>;
}

export const mouse: Hands = {
  press: (target) => target.click(),
  write: (target, text) => target.fill(text),
  choose: async (target, label) => void (await target.selectOption({ label })),
};

/** More than the number of focusable elements on the longest page. */
const MAX_TABS = 120;

/** Moves the focus like a person without a mouse: Tab forwards, Shift+Tab backwards. */
async function reach(target: Locator): Promise<void> {
  await target.waitFor();
  const { keyboard } = target.page();
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    const place = await target.evaluate((element) => {
      const focused = document.activeElement ?? document.body;
      if (element === focused) return 'here';
      const isRadio = (node: Element): node is HTMLInputElement => node.matches('input[type=radio]');
      if (isRadio(element) && isRadio(focused) && element.name === focused.name) return 'in its group';
      return focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? 'before' : 'after';
    });
    if (place === 'here') return;
    // Tab stops once in a group of radio buttons.
    if (place === 'in its group') await keyboard.press('ArrowDown');
    else await keyboard.press(place === 'before' ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`Tab does not reach ${target.toString()}`);
}

export const keyboard: Hands = {
  async press(target) {
    await reach(target);
    const isChoice = await target.evaluate((element) => element.matches('input'));
    await target.press(isChoice ? 'Space' : 'Enter');
  },
  async write(target, text) {
    await reach(target);
    await target.press('Control+A');
    await target.page().keyboard.insertText(text);
  },
  async choose(target, label) {
    await reach(target);
    await target.page().keyboard.type(label);
  },
};

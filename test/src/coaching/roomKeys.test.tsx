import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRoomKeys } from '#src/coaching/room/useRoomKeys.ts';

function Room({ isOn, onMute }: { isOn: boolean; onMute: () => void }) {
  useRoomKeys(isOn, { m: onMute });
  return <textarea aria-label="Shared notes" />;
}

it('mutes with a single key, but not while the person writes or when the keys are switched off', async () => {
  const user = userEvent.setup();
  let muted = 0;
  const { rerender } = render(<Room isOn onMute={() => (muted += 1)} />);
  await user.keyboard('m');
  await user.keyboard('{Control>}m{/Control}');
  expect(muted).toBe(1);
  await user.type(screen.getByLabelText('Shared notes'), 'mm');
  expect(muted).toBe(1);
  expect(screen.getByLabelText('Shared notes')).toHaveValue('mm');
  await user.click(document.body);
  rerender(<Room isOn={false} onMute={() => (muted += 1)} />);
  await user.keyboard('m');
  expect(muted).toBe(1);
});
